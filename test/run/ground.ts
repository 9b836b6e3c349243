import { ApiError } from '../../plugin/cluster/port.ts';
import { closingHolds, keepLease } from '../../plugin/decide/close-gate.ts';
import type { Decision, Situation } from '../../plugin/decide/decision.ts';
import type { Step } from '../../plugin/model/steps.ts';
import { type Ports, type Ran, runRounds, see } from '../../plugin/run/rounds.ts';
import { startState } from '../../plugin/run/state.ts';
import { instanceSpec, worldWith } from '../harness/world-acting.ts';
import { build } from '../harness/world-build.ts';
import { type Before, type WorldCluster, worldCluster } from '../harness/world-cluster.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { usualAssess } from '../harness/world-look.ts';
import { type WorldNamespace, worldNamespace } from '../harness/world-namespace.ts';
import { namespace, worldStart } from '../harness/world-objects.ts';

/** Two stale instances in a world in which nothing moves but time, and what a run reaches of it. */
export interface Ground {
  store: WorldNamespace;
  cluster: WorldCluster;
  ports: Ports;
  stop: AbortController;
  /** Every rest, ms. */
  slept: number[];
  go(decide: (now: Situation) => Decision, more?: Partial<Ports>): Promise<Ran>;
}

export function ground(before?: Before): Ground {
  const stale = [1, 2].map((id) => instanceSpec(id, { made: 'stale' }));
  const store = worldNamespace(build(worldWith(stale)), worldStart, { controllers: false });
  const cluster = worldCluster(store, before);
  const stop = new AbortController();
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms);
    store.setNow(store.now() + Math.max(0, ms));
  };
  const ports: Ports = {
    cluster,
    clock: { now: store.now, sleep },
    place: { namespace, operatorNamespace: namespace },
    assess: usualAssess,
    remaining: () => worldStart + usualPolicy.timeoutMs - store.now(),
    stop: stop.signal,
  };
  return {
    store,
    cluster,
    ports,
    stop,
    slept,
    async go(decide, more = {}) {
      const all = { ...ports, ...more };
      return runRounds(all, startState('run-test', usualPolicy, await see(all)), decide);
    },
  };
}

/** Decides these one after the other, and the end after the last. */
export function script(...decisions: Decision[]): {
  decide: (now: Situation) => Decision;
  seen: Situation[];
} {
  const seen: Situation[] = [];
  const decide = (now: Situation): Decision => decisions[seen.push(now) - 1] ?? { steps: [], end: true };
  return { decide, seen };
}

export const wait = (forMs: number): Step => ({ step: 'wait', why: 'settling', names: [], forMs });

/** Closes the gate of every pool. */
export function closing({ last, policy, runId }: Situation): Step[] {
  return last.pools.flatMap((pool) => [
    ...keepLease(pool, { runId, now: last.now, policy, adopted: false }),
    ...closingHolds(pool),
  ]);
}

export const forbidden = new ApiError({
  kind: 'forbidden',
  status: 403,
  reason: 'Forbidden',
  verb: 'patch',
  resource: 'services',
  namespace,
});
