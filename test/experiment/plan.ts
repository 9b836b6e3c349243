import { seeded } from '../../plugin/lab/api/random.ts';

/** When sessions start and the gate closes in one round. Milliseconds of the ground's clock. */
export interface RoundPlan {
  /** Between the starts of two sessions. */
  gapMs: number;
  /**
   * Of a way that closes at once: from the creation of a session to the closing. Of one that looks first: from a look to the
   * creation of a session that this look could not see.
   */
  offsetMs: number;
  /** Sessions started before the closing at once. */
  before: number;
  /** How many start in a row after a look, once something was written. */
  burst: number;
  /** After so many sessions no more start. */
  most: number;
  /** How long a session is used, from its start. */
  lifeMs: readonly [from: number, to: number];
}

const gaps = [120, 450] as const;

/** Sessions a round: many enough to keep the pool turning over, few enough for many closings. */
export const perRound = 12;

/**
 * Rounds of one way. Offsets are strata of `rangeMs`, shuffled, so that few rounds cover it evenly; both gaps take turns. The
 * same seed, the same plan.
 */
export function planRounds(rounds: number, rangeMs: number, seed: number): RoundPlan[] {
  const random = seeded(seed);
  const strata = Array.from({ length: rounds }, (_, at) => ((at + random()) * rangeMs) / rounds);
  const order = strata.map((offset) => ({ offset, key: random() })).sort((a, b) => a.key - b.key);
  return order.map(({ offset }, at) => ({
    gapMs: gaps[at % gaps.length] ?? 120,
    offsetMs: Math.round(offset),
    before: 2 + Math.floor(random() * 4),
    burst: 1 + Math.floor(random() * 3),
    most: perRound,
    lifeMs: [4000, 9000],
  }));
}
