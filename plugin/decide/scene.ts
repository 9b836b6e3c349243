import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import type { Reason } from '../model/reasons.ts';
import type { Step, WaitWhy, WriteStep } from '../model/steps.ts';
import { keepLease } from './close.ts';
import type { PoolMemory } from './memory.ts';
import { busyLookMs, type Policy, secondLookMs } from './policy.ts';

/** Everything that a rule about one pool may read. */
export interface Scene {
  pool: PoolAssessment;
  assessment: Assessment;
  policy: Policy;
  memory: PoolMemory;
  runId: string;
  startedAt: number;
  restartedAt: number | undefined;
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
  return { steps: [...steps, wait], memory: { ...moving(scene.memory), wrote: true }, state: 'working' };
}

export function wait(scene: Scene, why: WaitWhy, forMs: number, names: string[] = []): PoolDecision {
  const memory = why === 'stayingCurrent' || scene.pool.converged ? scene.memory : moving(scene.memory);
  return { steps: [...renewLease(scene), { step: 'wait', why, names, forMs }], memory, state: 'working' };
}

export function stuck(scene: Scene, reason: Reason): PoolDecision {
  return { steps: [], memory: moving(scene.memory), state: 'stuck', reason };
}

/** While a gate is closed its Lease is renewed every third of `--hold-for`. */
function renewLease({ pool, assessment, policy, runId }: Scene): WriteStep[] {
  const closed = policy.mayWrite && pool.gate.leases.length > 0 && pool.gate.holds > 0;
  return closed ? keepLease(pool, runId, assessment.now, policy) : [];
}

/** Not converged any more, if it was. */
function moving(memory: PoolMemory): PoolMemory {
  const { convergedSince: _, ...rest } = memory;
  return rest;
}

/** Sessions whose claim or release concerns this pool now. */
export function busySessions({ pool, assessment }: Pick<Scene, 'pool' | 'assessment'>): string[] {
  return assessment.inFlight.filter((each) => each.app === pool.name).map((each) => each.session);
}
