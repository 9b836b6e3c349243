import type { Ground } from '../harness/ground.ts';
import { sessionObject } from '../harness/objects.ts';
import { type View, viewOf } from '../harness/view.ts';
import type { RoundPlan } from './plan.ts';

/** Sessions that come and go. */
export interface Traffic {
  /** Creates the next session, once no release is under way. Its end is seen to. */
  start(): Promise<void>;
  count(): number;
  /** Some session is being claimed or released. */
  isBusy(): boolean;
  /** Waits until every session has ended; gives each one's name and the cluster just before its end. */
  over(): Promise<Ended[]>;
}

export interface Ended {
  name: string;
  last: View;
}

/** Longest wait for the operator to be done with a session, and what a release takes at most, ms of the ground's clock. */
const longestStartMs = 20_000;
const releaseMs = 2500;

/**
 * A session ends only while none starts, and none starts until its release is over. The operator's release of an outdated instance
 * deletes it a second after its Services were free again, whoever has claimed them since (docs/theia-cloud.md#release): that
 * breaks sessions whatever one does with the pool, so it is kept out of a comparison of ways.
 */
export function traffic(
  ground: Ground,
  app: string,
  prefix: string,
  { lifeMs: [from, to] }: RoundPlan,
  random: () => number,
): Traffic {
  const { hands, clock } = ground;
  const lives: Promise<Ended>[] = [];
  let starting = 0;
  let releasing = 0;

  async function live(name: string): Promise<Ended> {
    const end = clock.now() + from + random() * (to - from);
    await hands.create('Session', sessionObject({ name, app }));
    const deadline = clock.now() + longestStartMs;
    while (!(await isOver(name)) && clock.now() < deadline) await clock.sleep(150);
    starting -= 1;
    while (clock.now() < end || starting > 0) await clock.sleep(150);
    releasing += 1;
    const last = await viewOf(hands);
    await hands.remove('Session', name);
    await clock.sleep(releaseMs);
    releasing -= 1;
    return { name, last };
  }

  async function isOver(name: string): Promise<boolean> {
    const status = (await hands.get('Session', name))?.status?.operatorStatus;
    return ['HANDLED', 'ERROR', 'INTERRUPTED'].includes(status);
  }

  return {
    async start() {
      while (releasing > 0) await clock.sleep(100);
      starting += 1;
      lives.push(live(`${prefix}-${lives.length + 1}`));
    },
    count: () => lives.length,
    isBusy: () => starting > 0 || releasing > 0,
    over: () => Promise.all(lives),
  };
}
