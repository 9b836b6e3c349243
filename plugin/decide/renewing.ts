import { because } from '../model/reasons.ts';
import type { Kept } from './batch.ts';
import { closingHolds, keepLease } from './close.ts';
import { completeClaims } from './guard.ts';
import type { PoolMemory } from './memory.ts';
import { nextNudge } from './nudge-budget.ts';
import { busyLookMs, lookEveryMs, secondLookMs } from './policy.ts';
import { nudge, prepare } from './renew.ts';
import { act, busySessions, type PoolDecision, type Scene, stuck, wait } from './scene.ts';
import { confirmGate } from './second-look.ts';

/** The gate, whole: (a) to (f) of theia-cloud.md lever 6. Opening is `openReady`, tried at every look. */
export function renew(scene: Scene, kept: Kept): PoolDecision {
  const { pool, assessment, policy, memory, runId } = scene;
  const closing = closeGate(scene, kept);
  if (closing !== undefined) return closing;
  if (pool.pvcTerminating) return wait(scene, 'workspaceTerminating', lookEveryMs);
  const count = nextNudge(pool, assessment.now);
  if (count > policy.maxNudges) {
    const { generation } = pool;
    return stuck(scene, because('budgetSpent', { count: count - 1, max: policy.maxNudges, generation }));
  }
  const { gate, clearance } = confirmGate(pool, assessment, memory.gate, kept);
  const seen = withGate(memory, gate);
  if (clearance === undefined) {
    const left = gate === undefined ? secondLookMs : secondLookMs - (assessment.now - gate.at);
    return wait({ ...scene, memory: seen }, 'secondLook', Math.max(100, left));
  }
  const steps = [
    ...keepLease(pool, runId, assessment.now, policy),
    ...prepare(pool, kept),
    nudge(pool, count, clearance),
  ];
  const pushed = { ...withGate(seen, undefined), lastPush: assessment.now, nudges: memory.nudges + 1 };
  return act({ ...scene, memory: pushed }, steps, 'operatorWorking');
}

/** Waits for claims, then closes and guards; undefined once nothing is left to close. */
export function closeGate(scene: Scene, kept: Kept): PoolDecision | undefined {
  const { pool, assessment, policy, runId, startedAt } = scene;
  const busy = busySessions(scene);
  if (busy.length > 0) {
    if (assessment.now - startedAt > policy.timeoutMs / 2) {
      return stuck(scene, because('claimsInFlight', { sessions: busy.join(', '), count: busy.length }));
    }
    return wait(scene, 'claimsInFlight', busyLookMs, busy);
  }
  const closing = [...closingHolds(pool, kept), ...completeClaims(pool, assessment)];
  if (closing.length === 0) return undefined;
  return act(scene, [...keepLease(pool, runId, assessment.now, policy), ...closing], 'secondLook');
}

function withGate(memory: PoolMemory, gate: PoolMemory['gate']): PoolMemory {
  const { gate: _, ...rest } = memory;
  return gate === undefined ? rest : { ...rest, gate };
}
