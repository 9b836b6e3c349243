import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import type { Reason } from '../model/reasons.ts';
import type { Step, WaitWhy, WriteStep } from '../model/steps.ts';
import { type Keeper, keepLease } from './close.ts';
import type { PoolMemory } from './memory.ts';
import { busyLookMs, type Policy, secondLookMs } from './policy.ts';

/** Everything that a rule about one pool may read. */
export interface Scene {
  pool: PoolAssessment;
  assessment: Assessment;
  policy: Policy;
  /** Of this run, but for the gate: only a look that finds it closed hands that on. */
  memory: PoolMemory;
  /** The closed gate as the look before saw it. */
  gate?: NonNullable<PoolMemory['gate']>;
  runId: string;
  startedAt: number;
  restartedAt: number | undefined;
  /** When this run last pushed the operator for any pool, by a nudge or a restart; 0 for never. */
  pushedAt: number;
  /** Another pool is not ready for a restart: it would kill its pass, and there is but one restart a run. */
  othersRenewing: boolean;
}

/** What one pool needs next. `stuck`: nothing left to try, with the reason; `done`: converged for long enough. */
export interface PoolDecision {
  steps: Step[];
  memory: PoolMemory;
  state: 'done' | 'working' | 'stuck';
  reason?: Reason;
}

/** Writes, then a look that shows what they did. */
export function act(scene: Scene, steps: WriteStep[], why: WaitWhy): PoolDecision {
  const wait: Step = {
    step: 'wait',
    why,
    names: [],
    forMs: why === 'secondLook' ? secondLookMs : busyLookMs,
  };
  const memory = { ...moving(remembered(scene, steps)), wrote: true };
  return { steps: [...steps, wait], memory, state: 'working' };
}

export function wait(scene: Scene, why: WaitWhy, forMs: number, names: string[] = []): PoolDecision {
  const lease = renewLease(scene);
  const kept = remembered(scene, lease);
  const memory = why === 'stayingCurrent' || scene.pool.converged ? kept : moving(kept);
  return { steps: [...lease, { step: 'wait', why, names, forMs }], memory, state: 'working' };
}

/** Other pools may still be at work meanwhile, so a closed gate is kept. */
export function stuck(scene: Scene, reason: Reason): PoolDecision {
  const lease = renewLease(scene);
  return { steps: lease, memory: moving(remembered(scene, lease)), state: 'stuck', reason };
}

export function keeper({ runId, assessment, policy, memory }: Scene): Keeper {
  return { runId, now: assessment.now, policy, adopted: memory.adopted === true };
}

function remembered({ memory }: Scene, steps: readonly WriteStep[]): PoolMemory {
  return steps.some((each) => each.step === 'lease') ? { ...memory, adopted: true } : memory;
}

/** While a gate is closed its Lease is renewed every third of `--hold-for`. */
function renewLease(scene: Scene): WriteStep[] {
  const { pool, policy } = scene;
  const closed = policy.mayWrite && pool.gate.leases.length > 0 && pool.gate.holds > 0;
  return closed ? keepLease(pool, keeper(scene)) : [];
}

/** Not converged any more, if it was. */
function moving(memory: PoolMemory): PoolMemory {
  const { convergedSince: _, ...rest } = memory;
  return rest;
}

/** Sessions whose claim or release concerns this pool now, and those that are gone and not yet collected. */
export function busySessions({ pool, assessment }: Pick<Scene, 'pool' | 'assessment'>): string[] {
  const known = assessment.inFlight.filter((each) => each.app === pool.name).map((each) => each.session);
  const owning = pool.instances
    .filter((each) => each.appUid === pool.uid && (each.state === 'claiming' || each.state === 'ending'))
    .map((each) => each.session ?? '');
  return [...new Set([...known, ...owning])];
}
