import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import type { Step, WriteStep } from '../model/steps.ts';
import { weigh } from '../model/weigh.ts';
import { changedApps } from '../theia/app-definition.ts';
import { keptBeforeChange } from './batch.ts';
import { closingHolds, keepLease, shieldSidecars } from './close-gate.ts';
import type { Decision, Situation } from './decision.ts';
import { isHalfSpent, isTimeUp, stillInFlight, timedOut, untried } from './give-up.ts';
import { clearGate, isShut, mustCollect } from './open-gate.ts';
import { busyLookMs, type Policy, secondLookMs } from './policy.ts';
import { completeClaims, mendLists, unholdClaimed } from './sessions.ts';
import { freeInstances } from './targets.ts';

/**
 * Until every claim is complete, sidecars are shielded and the gate is closed where it must be. No effect on availability but
 * for the gate (docs/architecture.md#guard).
 */
export function decideGuard(now: Situation): Decision {
  const { last, policy } = now;
  const over: Decision = { steps: [], end: true };
  // The report fails it: no gate is closed for a release that will not come.
  if (failsStrictly(last, policy)) return over;
  const upstream = last.operator.kind === 'upstream';
  const all = guardWrites(now, closingGates(last, policy));
  const writes = upstream ? untried(all, now) : all;
  if (writes.length > 0) {
    if (isTimeUp(now)) return { ...over, findings: [{ reason: timedOut(policy) }] };
    return { steps: upstream ? writes : [...writes, secondLook] };
  }
  const busy = upstream
    ? []
    : last.inFlight.filter(({ app }) => standing(last).some(({ name }) => name === app));
  if (busy.length === 0) return over;
  if (isHalfSpent(now)) {
    const sessions = last.inFlight.map((each) => each.session);
    return { ...over, findings: [{ reason: stillInFlight(sessions) }] };
  }
  const names = busy.map((each) => each.session);
  return { steps: [{ step: 'wait', why: 'claimsInFlight', names, forMs: busyLookMs }] };
}

const secondLook: Step = { step: 'wait', why: 'secondLook', names: [], forMs: secondLookMs };

/** `--strict`: an operator that is not there fails a guard. */
export function failsStrictly(
  { operator }: Assessment,
  { strict = false, waitForOperator }: Policy,
): boolean {
  const scales = { command: 'guard', operatorWaived: !waitForOperator, strict } as const;
  return operator.reasons.some((reason) => weigh(reason, scales) !== 0);
}

/** Whose gate closes: all with `--gate`, else those whose spec the manifests will change. */
function closingGates(
  { pools, namespace }: Assessment,
  { gate, manifests = [] }: Policy,
): ReadonlySet<string> {
  const apps = pools.map(({ app }) => app);
  return new Set(gate ? apps.map(({ metadata }) => metadata.name) : changedApps(manifests, apps, namespace));
}

/**
 * Lists mended, claims completed and sidecars shielded in every selected pool; the gate closed for those in `gates`, once no claim
 * of theirs is in flight. Under an upstream operator lists alone.
 */
export function guardWrites(now: Situation, gates: ReadonlySet<string>): WriteStep[] {
  const { last } = now;
  const pools = last.operator.kind === 'upstream' ? [] : standing(last);
  return [...mendLists(last), ...pools.flatMap((pool) => guardPool(pool, now, gates))];
}

/** Pools whose AppDefinition is not on its way out. */
export function standing({ pools }: Assessment): PoolAssessment[] {
  return pools.filter((pool) => pool.app.metadata.deletionTimestamp === undefined);
}

function guardPool(
  pool: PoolAssessment,
  { last: assessment, policy, runId }: Situation,
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
