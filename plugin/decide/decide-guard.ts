import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import type { Step, WriteStep } from '../model/steps.ts';
import { followMs } from '../theia/lease.ts';
import { keptBeforeChange } from './batch.ts';
import { closingHolds, keepLease, shieldSidecars } from './close.ts';
import { isShut } from './decide-open.ts';
import { completeClaims, mendLists, unholdClaimed } from './guard.ts';
import { clearGate, mustCollect } from './open.ts';
import { busyLookMs, type Policy, secondLookMs } from './policy.ts';
import { freeInstances, targetOf } from './targets.ts';

/** What a guard still has to do. `complete`: every claim complete, sidecars shielded, the gate closed where it must be. */
export interface GuardDecision {
  steps: Step[];
  complete: boolean;
}

/**
 * Completes claims and shields sidecars of every selected pool; closes the gate for those in `gates`, once no claim of theirs is
 * in flight. No effect on availability but for the gate (design.md section 3, guard). `follow`: its shields are kept up from now
 * on, so that no verify takes them for left ones.
 */
export function decideGuard(
  assessment: Assessment,
  policy: Policy,
  runId: string,
  gates: ReadonlySet<string>,
  follow = false,
): GuardDecision {
  if (assessment.operator.kind === 'upstream') return { steps: mendLists(assessment), complete: true };
  const pools = assessment.pools.filter((pool) => pool.app.metadata.deletionTimestamp === undefined);
  const writes = [
    ...mendLists(assessment),
    ...pools.flatMap((pool) => guardPool(pool, assessment, policy, runId, gates)),
    ...(follow ? pools.flatMap((pool) => vouch(pool, assessment.now)) : []),
  ];
  if (writes.length > 0) {
    return {
      steps: [...writes, { step: 'wait', why: 'secondLook', names: [], forMs: secondLookMs }],
      complete: false,
    };
  }
  const busy = assessment.inFlight.filter((each) => pools.some((pool) => pool.name === each.app));
  if (busy.length === 0) return { steps: [], complete: true };
  const names = busy.map((each) => each.session);
  return { steps: [{ step: 'wait', why: 'claimsInFlight', names, forMs: busyLookMs }], complete: false };
}

function guardPool(
  pool: PoolAssessment,
  assessment: Assessment,
  policy: Policy,
  runId: string,
  gates: ReadonlySet<string>,
): WriteStep[] {
  const clearing = mustCollect(pool) ? clearGate(pool, assessment, policy) : [];
  if (clearing.length > 0) return clearing;
  const busy = assessment.inFlight.some((each) => each.app === pool.name);
  const holds =
    gates.has(pool.name) && !busy
      ? closingHolds(pool, keptBeforeChange(pool, policy.batch))
      : freeInstances(pool).flatMap((instance) => shieldSidecars(pool, instance));
  // A guard remembers nothing: a Lease that is young is kept, whoever wrote it last.
  const keeper = { runId, now: assessment.now, policy, adopted: true };
  const lease =
    isKept(pool, gates) && (holds.length > 0 || pool.gate.holds > 0) ? keepLease(pool, keeper) : [];
  return [...lease, ...holds, ...completeClaims(pool, assessment), ...unholdClaimed(pool, assessment)];
}

/** A gate that another run left closed is not ours to prolong: it must come to its end, for `open --expired` to find it. */
function isKept(pool: PoolAssessment, gates: ReadonlySet<string>): boolean {
  return pool.gate.leases.length === 0 || gates.has(pool.name) || !pool.instances.some(isShut);
}

/** At half of the time for which the last word of it holds. */
function vouch({ gate, name }: PoolAssessment, now: number): WriteStep[] {
  const [lease] = gate.leases;
  if (lease === undefined || gate.holds === 0 || gate.followedUntil - now > followMs / 2) return [];
  return [{ step: 'follow', app: name, lease: targetOf(lease) }];
}
