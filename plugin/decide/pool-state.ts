import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import type { Reason } from '../model/reasons.ts';
import type { Step, WaitWhy, WriteStep } from '../model/steps.ts';
import { type Keeper, keepLease } from './close-gate.ts';
import type { PoolMemory, SeenGate } from './decision.ts';
import { busyLookMs, type Policy, secondLookMs } from './policy.ts';

/** Everything that a rule about one pool may read. */
export interface PoolState {
  pool: PoolAssessment;
  assessment: Assessment;
  policy: Policy;
  /** Of this run, but for the gate: only a look that finds it closed hands that on. */
  memory: PoolMemory;
  /** The closed gate as the look before saw it. */
  gate?: SeenGate;
  runId: string;
  /** Of `--timeout`. */
  leftMs: number;
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
export function act(state: PoolState, steps: WriteStep[], why: WaitWhy): PoolDecision {
  const wait: Step = {
    step: 'wait',
    why,
    names: [],
    forMs: why === 'secondLook' ? secondLookMs : busyLookMs,
  };
  const memory = { ...moving(remembered(state, steps)), wrote: true };
  return { steps: [...steps, wait], memory, state: 'working' };
}

export function wait(state: PoolState, why: WaitWhy, forMs: number, names: string[] = []): PoolDecision {
  const lease = renewLease(state);
  const kept = remembered(state, lease);
  const memory = why === 'stayingCurrent' || state.pool.converged ? kept : moving(kept);
  return { steps: [...lease, { step: 'wait', why, names, forMs }], memory, state: 'working' };
}

/** Other pools may still be at work meanwhile, so a closed gate is kept. */
export function stuck(state: PoolState, reason: Reason): PoolDecision {
  const lease = renewLease(state);
  return { steps: lease, memory: moving(remembered(state, lease)), state: 'stuck', reason };
}

export function keeper({ runId, assessment, policy, memory }: PoolState): Keeper {
  return { runId, now: assessment.now, policy, adopted: memory.adopted === true };
}

function remembered({ memory }: PoolState, steps: readonly WriteStep[]): PoolMemory {
  return steps.some((each) => each.step === 'lease') ? { ...memory, adopted: true } : memory;
}

/** While a gate is closed its Lease is renewed every third of `--hold-for`. */
function renewLease(state: PoolState): WriteStep[] {
  const { pool, policy } = state;
  const closed = policy.mayWrite && pool.gate.leases.length > 0 && pool.gate.holds > 0;
  return closed ? keepLease(pool, keeper(state)) : [];
}

/** Not converged any more, if it was. */
function moving(memory: PoolMemory): PoolMemory {
  const { convergedSince: _, ...rest } = memory;
  return rest;
}
