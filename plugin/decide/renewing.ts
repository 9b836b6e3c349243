import { because } from '../model/reasons.ts';
import type { Clearance } from '../model/steps.ts';
import type { Kept } from './batch.ts';
import { closingHolds, keepLease } from './close.ts';
import { completeClaims } from './guard.ts';
import type { PoolMemory } from './memory.ts';
import { nextNudge } from './nudge-budget.ts';
import { busyLookMs, lookEveryMs, secondLookMs } from './policy.ts';
import { nudge, prepare } from './renew.ts';
import { act, busySessions, keeper, type PoolDecision, type Scene, stuck, wait } from './scene.ts';
import { confirmGate } from './second-look.ts';

/** The gate, whole: (a) to (f) of theia-cloud.md lever 6. Opening is `openReady`, tried at every look. */
export function renew(scene: Scene, kept: Kept): PoolDecision {
  const { pool, assessment, policy, memory } = scene;
  return behindGate(scene, kept, (clearance, seen) => {
    if (pool.pvcTerminating) return wait(seen, 'workspaceTerminating', lookEveryMs);
    const count = nextNudge(pool, assessment.now);
    if (count > policy.maxNudges) {
      const { generation } = pool;
      return stuck(seen, because('budgetSpent', { count: count - 1, max: policy.maxNudges, generation }));
    }
    const steps = [...keepLease(pool, keeper(scene)), ...prepare(pool, kept), nudge(pool, count, clearance)];
    const pushed = { ...memory, lastPush: assessment.now, nudges: memory.nudges + 1 };
    return act({ ...scene, memory: pushed }, steps, 'operatorWorking');
  });
}

/**
 * Waits for claims, closes and guards, looks a second time; then what must not happen before. `seen`: the scene that remembers
 * the gate, for what is not yet done.
 */
export function behindGate(
  scene: Scene,
  kept: Kept,
  then: (clearance: Clearance, seen: Scene) => PoolDecision,
): PoolDecision {
  const { pool, assessment, policy, startedAt, memory } = scene;
  const busy = busySessions(scene);
  const { gate, clearance } = confirmGate(pool, assessment, scene.gate, { kept, busy: busy.length > 0 });
  const seen: Scene = { ...scene, memory: withGate(memory, gate) };
  if (busy.length > 0) {
    if (assessment.now - startedAt > policy.timeoutMs / 2) {
      return stuck(scene, because('claimsInFlight', { sessions: busy.join(', '), count: busy.length }));
    }
    return wait(seen, 'claimsInFlight', busyLookMs, busy);
  }
  const closing = [...closingHolds(pool, kept), ...completeClaims(pool, assessment)];
  if (closing.length > 0) return act(scene, [...keepLease(pool, keeper(scene)), ...closing], 'secondLook');
  if (clearance !== undefined) return then(clearance, seen);
  const left = gate === undefined ? secondLookMs : secondLookMs - (assessment.now - gate.at);
  return wait(seen, 'secondLook', Math.max(100, left));
}

function withGate(memory: PoolMemory, gate: PoolMemory['gate']): PoolMemory {
  return gate === undefined ? memory : { ...memory, gate };
}
