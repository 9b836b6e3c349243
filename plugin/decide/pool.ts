import { because } from '../model/reasons.ts';
import type { WriteStep } from '../model/steps.ts';
import { failedCanary, type Kept, keptBack } from './batch.ts';
import { holdInternal, keepLease } from './close-gate.ts';
import { clearGate, isLeftToUs, mustClear, mustCollect, openReady } from './open-gate.ts';
import { busyLookMs, lookEveryMs } from './policy.ts';
import { act, keeper, type PoolDecision, type PoolState, stuck, wait } from './pool-state.ts';
import { isDoomed, isWrong, needsRestart, passWouldHelp } from './remedy.ts';
import { renew } from './renew.ts';
import { replaceOne } from './replace.ts';
import { mayRestart, restart } from './restart.ts';
import { busySessions, completeClaims, unholdClaimed } from './sessions.ts';
import { freeInstances } from './targets.ts';

/** docs/architecture.md#verify-step-2 to #verify-step-6, for one pool. Rules in order; the first that applies decides. */
export function decidePool(state: PoolState): PoolDecision {
  const { pool, assessment, policy } = state;
  const upstream = assessment.operator.kind === 'upstream';
  if (pool.app.metadata.deletionTimestamp !== undefined) return beingDeleted(state);
  if (pool.renewed) return afterRenewal(state);
  const kept = keptBack(pool, policy);
  const unsettled = settledIn(state);
  const operatorSeen = assessment.operator.active || !policy.waitForOperator;
  const wanted = passWouldHelp(pool, kept);
  const renewing = operatorSeen && unsettled === 0 && wanted && !isInVain(state);
  if (policy.mayWrite && !upstream) {
    // What was opened now would have to be closed again for the nudge or restart that is due.
    const due = renewing || (operatorSeen && unsettled === 0 && !wanted && restartDue(state, kept));
    const opening = due ? [] : openReady(pool);
    const first = [...unholdClaimed(pool, assessment), ...opening, ...keepFromSessions(state)];
    if (first.length > 0) return act(state, first, 'operatorWorking');
    const clearing = unsettled === 0 && mustCollect(pool) ? clearGate(pool, assessment, policy) : [];
    if (clearing.length > 0) return act(state, clearing, 'collector');
  }
  if (!operatorSeen) return wait(state, 'operator', lookEveryMs);
  const pushed = state.memory.lastPush > 0;
  if (unsettled > 0) return wait(state, pushed ? 'operatorWorking' : 'settling', unsettled);
  if (upstream) return replaceOne(state);
  if (!wanted) return withoutPass(state, kept);
  if (!renewing) return nothingLeft(state);
  if (!policy.mayWrite) return stuck(state, because('mayNotRenew', { rights: policy.lacks ?? '' }));
  return renew(state, kept);
}

/** Every instance is right: open what the gate still keeps, clear the gate, then watch it stay so. */
function afterRenewal(state: PoolState): PoolDecision {
  const { pool, assessment, policy, memory } = state;
  if (policy.mayWrite) {
    const opening = [...unholdClaimed(pool, assessment), ...openReady(pool)];
    if (opening.length > 0) return act(state, opening, 'operatorWorking');
    if (mustClear(pool)) return clear(state);
  }
  if (!pool.converged) {
    // Only references to a Lease that is gone are left, perhaps of a run that ended a moment ago.
    const left = pool.gate.holds > 0 && pool.gate.leases.length === 0;
    return left ? wait(state, 'collector', lookEveryMs) : withoutPass(state, new Set());
  }
  const since = memory.convergedSince ?? assessment.now;
  const seen = { ...memory, convergedSince: since };
  const quiet = assessment.now - pool.lastWrite > policy.settleMs;
  const firstLook = !memory.wrote && since === assessment.now && assessment.quietSince === assessment.now;
  if (firstLook && quiet && (assessment.operator.plausible || !policy.waitForOperator)) {
    return { steps: [], memory: seen, state: 'done' };
  }
  const stayed = assessment.now - since;
  const operatorSeen = assessment.operator.active || !policy.waitForOperator;
  if (stayed >= policy.settleMs && quiet && operatorSeen) return { steps: [], memory: seen, state: 'done' };
  const left = Math.min(lookEveryMs, Math.max(busyLookMs, policy.settleMs - stayed));
  return wait({ ...state, memory: seen }, operatorSeen ? 'stayingCurrent' : 'operator', left);
}

/** Deletes our Leases, or waits for the sessions that this would disturb. */
function clear(state: PoolState): PoolDecision {
  const { pool, assessment, policy } = state;
  const steps = clearGate(pool, assessment, policy);
  if (steps.length > 0) {
    return act(
      state,
      steps,
      steps.some((each) => each.step === 'complete') ? 'operatorWorking' : 'collector',
    );
  }
  const busy = busySessions(pool, assessment);
  return wait(state, busy.length > 0 ? 'claimsInFlight' : 'settling', busyLookMs, busy);
}

/** The AppDefinition is on its way out: no renewal, but what live sessions have is kept from the garbage collector. */
function beingDeleted(state: PoolState): PoolDecision {
  const { pool, assessment, policy } = state;
  if (!policy.mayWrite) return wait(state, 'collector', lookEveryMs);
  const claims = [...completeClaims(pool, assessment), ...unholdClaimed(pool, assessment)];
  if (claims.length > 0) return act(state, claims, 'collector');
  return pool.gate.leases.length > 0 ? clear(state) : wait(state, 'collector', lookEveryMs);
}

/** A pass would stop at once, or half way (docs/theia-cloud.md#f8, #f9), or knows of no pool: it makes nothing better. */
function isInVain({ pool, assessment }: PoolState): boolean {
  return (
    !assessment.operator.eagerStart ||
    pool.reasons.some(({ code }) => code === 'routeMissing' || code === 'proxyConfigMissing')
  );
}

/** A free instance that is incomplete would eat every new session (docs/theia-cloud.md#f7): kept from them at first sight. */
function keepFromSessions(state: PoolState): WriteStep[] {
  const { pool, assessment } = state;
  if (assessment.inFlight.some((each) => each.app === pool.name && each.phase === 'inFlight')) return [];
  const incomplete = freeInstances(pool).filter((each) => each.state === 'incomplete');
  const steps = incomplete.flatMap((instance) => holdInternal(pool, instance));
  return steps.length === 0 ? [] : [...keepLease(pool, keeper(state)), ...steps];
}

/** Time until nothing has moved for `--settle`: pool, AppDefinition, operator, and our own last push. 0: settled. */
function settledIn({ pool, assessment, policy, memory, restartedAt = 0 }: PoolState): number {
  const since = Math.max(assessment.quietSince, pool.lastWrite, memory.lastPush, restartedAt);
  const left = policy.settleMs - (assessment.now - since);
  return left <= 0 ? 0 : Math.min(left, memory.lastPush > 0 ? busyLookMs : lookEveryMs);
}

/** Not right, and no pass would help now: wait for what comes by itself, restart if that is allowed, else say what is needed. */
function withoutPass(state: PoolState, kept: Kept): PoolDecision {
  const { coming, restarting, doomed } = leftOver(state, kept);
  if (coming.length > 0) return wait(state, 'becomingReady', lookEveryMs);
  if (restarting.length > 0) return restart(state, restarting);
  const canary = doomed.length > 0 ? failedCanary(state.pool, kept) : undefined;
  if (canary !== undefined) return stuck(state, canary);
  return nothingLeft(state);
}

function nothingLeft(state: PoolState): PoolDecision {
  const { nudges } = state.memory;
  return stuck(state, nudges === 0 ? because('nudgeInVain') : because('noProgress', { nudges }));
}

/** What no pass mends, by what it waits for: time, a restart, a person. */
function leftOver({ pool }: PoolState, kept: Kept) {
  const wrong = pool.instances.filter(
    (each) => isWrong(each) && each.state !== 'claimed' && each.state !== 'current' && !kept.has(each.id),
  );
  const doomed = wrong.filter(isDoomed);
  const restarting = wrong.filter(needsRestart);
  const alone = wrong.filter((each) => !restarting.includes(each) && !doomed.includes(each));
  const coming = alone.filter(
    (each) => each.state !== 'closed' && each.state !== 'halfClaimed' && !isLeftToUs(pool, each),
  );
  return { coming, restarting, doomed };
}

function restartDue(state: PoolState, kept: Kept): boolean {
  const { coming, restarting } = leftOver(state, kept);
  return coming.length === 0 && restarting.length > 0 && mayRestart(state);
}
