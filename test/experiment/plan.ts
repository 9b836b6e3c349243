import { seeded } from '../../plugin/lab/api/random.ts';
import type { Way } from './ways.ts';

/** When sessions start and the gate closes in one round. Milliseconds of the ground's clock. */
export interface RoundPlan {
  /** Between the starts of two sessions. */
  gapMs: number;
  /**
   * Of a way that closes at once: from the creation of a session to the closing. Of one that looks first: from its list of Sessions to
   * the creation of a session that this list could not show.
   */
  offsetMs: number;
  /** Which lists of Sessions: those of a look, or those right before a hold. */
  after: 'look' | 'check';
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
 * What offsets cover, ms: a claim takes about 0.7 s; a look is judged and a hold written for some tenths of a second; a check is right
 * before the write.
 */
const rangeMs = { 'at once': 700, look: 400, check: 100 } as const;

/**
 * Rounds of one way. Offsets are strata of what they cover, shuffled, so that few rounds cover it evenly; both gaps and both kinds of
 * list take turns. The same seed, the same plan.
 */
export function planRounds(rounds: number, closes: Way['closes'], seed: number): RoundPlan[] {
  const random = seeded(seed);
  const strata = Array.from({ length: rounds }, (_, at) => (at + random()) / rounds);
  const order = strata.map((share) => ({ share, key: random() })).sort((a, b) => a.key - b.key);
  return order.map(({ share }, at) => {
    const after = closes === 'after a look and a check' && at % 3 > 0 ? 'check' : 'look';
    return {
      gapMs: gaps[at % gaps.length] ?? 120,
      offsetMs: Math.round(share * rangeMs[closes === 'at once' ? closes : after]),
      after,
      before: 2 + Math.floor(random() * 4),
      burst: 1 + Math.floor(random() * 3),
      most: perRound,
      lifeMs: [4000, 9000],
    };
  });
}
