import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { WriteStep } from '../model/steps.ts';
import { keepLease } from './close.ts';
import { forceOpen } from './decide-open.ts';
import { completeClaims, mendLists } from './guard.ts';
import type { Memory } from './memory.ts';
import { dropLeases } from './open.ts';
import type { Policy } from './policy.ts';

export interface Finish {
  steps: WriteStep[];
  found: { app: string; reason: Reason }[];
}

/**
 * The last writes of a run: claims of sessions that came meanwhile, lists, and the gate of what did not converge
 * (design.md section 5 step 7). `auto` keeps closed what the operator never renewed and what was renewed but is not ready.
 */
export function finish(assessment: Assessment, policy: Policy, memory: Memory): Finish {
  if (!policy.mayWrite) return { steps: [], found: [] };
  const touched = assessment.pools.filter((pool) => memory.pools[pool.name]?.wrote === true);
  const claims = touched.flatMap((pool) => completeClaims(pool, assessment));
  const gates = touched
    .filter((pool) => !pool.converged && pool.gate.leases.length > 0)
    .map((pool) => leave(pool, assessment, policy, memory));
  return {
    steps: [...mendLists(assessment), ...claims, ...gates.flatMap((gate) => gate.steps)],
    found: gates.flatMap((gate) => gate.found),
  };
}

function leave(pool: PoolAssessment, assessment: Assessment, policy: Policy, memory: Memory): Finish {
  const kept = pool.instances.filter(
    (each) => each.state !== 'claimed' && (each.hold === 'closed' || each.hold === 'whole'),
  );
  const instances = kept.map((each) => each.id).join(', ');
  if (kept.length === 0) return { steps: [], found: [] };
  if (policy.onFailure === 'open') {
    return {
      steps: [...kept.flatMap((each) => forceOpen(pool, each)), ...dropLeases(pool)],
      found: [{ app: pool.name, reason: because('gateForced', { instances }) }],
    };
  }
  const renewal = keepLease(pool, memory.runId, assessment.now, { ...policy, holdForMs: 0 });
  return { steps: renewal, found: [{ app: pool.name, reason: because('gateKept', { instances }) }] };
}
