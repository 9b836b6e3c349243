import { because } from '../model/reasons.ts';
import type { WriteStep } from '../model/steps.ts';
import { type Kept, keptBack } from './batch.ts';
import { failedCanary } from './canary.ts';
import { holdInternal, keepLease } from './close.ts';
import { completeClaims, unholdClaimed } from './guard.ts';
import { clearGate, isLeftToUs, mustClear, mustCollect, openReady } from './open.ts';
import { busyLookMs, lookEveryMs } from './policy.ts';
import { isDoomed, isWrong, needsRestart, passWouldHelp } from './renew.ts';
import { renew } from './renewing.ts';
import { replaceOne } from './replacing.ts';
import { mayRestart, restart } from './restarting.ts';
import { act, busySessions, keeper, type PoolDecision, type Scene, stuck, wait } from './scene.ts';
import { freeInstances } from './targets.ts';

/** design.md section 5, steps 2 to 6, for one pool. Rules in order; the first that applies decides. */
export function decidePool(scene: Scene): PoolDecision {
  const { pool, assessment, policy } = scene;
  const upstream = assessment.operator.kind === 'upstream';
  if (pool.app.metadata.deletionTimestamp !== undefined) return retire(scene);
  if (pool.renewed) return afterRenewal(scene);
  const kept = keptBack(pool, policy);
  const unsettled = settledIn(scene);
  const operatorSeen = assessment.operator.active || !policy.waitForOperator;
  const wanted = passWouldHelp(pool, kept);
  const renewing = operatorSeen && unsettled === 0 && wanted && !isInVain(scene);
  if (policy.mayWrite && !upstream) {
    // What was opened now would have to be closed again for the nudge or restart that is due.
    const due = renewing || (operatorSeen && unsettled === 0 && !wanted && restartDue(scene, kept));
    const opening = due ? [] : openReady(pool);
    const first = [...unholdClaimed(pool, assessment), ...opening, ...keepFromSessions(scene)];
    if (first.length > 0) return act(scene, first, 'operatorWorking');
    const clearing = unsettled === 0 && mustCollect(pool) ? clearGate(pool, assessment, policy) : [];
    if (clearing.length > 0) return act(scene, clearing, 'collector');
  }
  if (!operatorSeen) return wait(scene, 'operator', lookEveryMs);
  const pushed = scene.memory.lastPush > 0;
  if (unsettled > 0) return wait(scene, pushed ? 'operatorWorking' : 'settling', unsettled);
  if (upstream) return replaceOne(scene);
  if (!wanted) return withoutPass(scene, kept);
  if (!renewing) return nothingLeft(scene);
  if (!policy.mayWrite) return stuck(scene, because('mayNotRenew', { rights: policy.lacks ?? '' }));
  return renew(scene, kept);
}

/** Every instance is right: open what the gate still keeps, clear the gate, then watch it stay so. */
function afterRenewal(scene: Scene): PoolDecision {
  const { pool, assessment, policy, memory } = scene;
  if (policy.mayWrite) {
    const opening = [...unholdClaimed(pool, assessment), ...openReady(pool)];
    if (opening.length > 0) return act(scene, opening, 'operatorWorking');
    if (mustClear(pool)) return clear(scene);
  }
  if (!pool.converged) {
    // Only references to a Lease that is gone are left, perhaps of a run that ended a moment ago.
    const left = pool.gate.holds > 0 && pool.gate.leases.length === 0;
    return left ? wait(scene, 'collector', lookEveryMs) : withoutPass(scene, new Set());
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
  return wait({ ...scene, memory: seen }, operatorSeen ? 'stayingCurrent' : 'operator', left);
}

/** Deletes our Leases, or waits for the sessions that this would disturb. */
function clear(scene: Scene): PoolDecision {
  const steps = clearGate(scene.pool, scene.assessment, scene.policy);
  if (steps.length > 0) {
    return act(
      scene,
      steps,
      steps.some((each) => each.step === 'complete') ? 'operatorWorking' : 'collector',
    );
  }
  const busy = busySessions(scene);
  return wait(scene, busy.length > 0 ? 'claimsInFlight' : 'settling', busyLookMs, busy);
}

/** The AppDefinition is on its way out: no renewal, but what live sessions have is kept from the garbage collector. */
function retire(scene: Scene): PoolDecision {
  const { pool, assessment, policy } = scene;
  if (!policy.mayWrite) return wait(scene, 'collector', lookEveryMs);
  const claims = [...completeClaims(pool, assessment), ...unholdClaimed(pool, assessment)];
  if (claims.length > 0) return act(scene, claims, 'collector');
  return pool.gate.leases.length > 0 ? clear(scene) : wait(scene, 'collector', lookEveryMs);
}

/** A pass would stop at once, or half way (theia-cloud.md F8, F9), or knows of no pool: it makes nothing better. */
function isInVain({ pool, assessment }: Scene): boolean {
  return (
    !assessment.operator.eagerStart ||
    pool.reasons.some(({ code }) => code === 'routeMissing' || code === 'proxyConfigMissing')
  );
}

/** A free instance that is incomplete would eat every new session (F7): kept from them at first sight. */
function keepFromSessions(scene: Scene): WriteStep[] {
  const { pool, assessment } = scene;
  if (assessment.inFlight.some((each) => each.app === pool.name && each.phase === 'inFlight')) return [];
  const incomplete = freeInstances(pool).filter((each) => each.state === 'incomplete');
  const steps = incomplete.flatMap((instance) => holdInternal(pool, instance));
  return steps.length === 0 ? [] : [...keepLease(pool, keeper(scene)), ...steps];
}

/** Time until nothing has moved for `--settle`: pool, AppDefinition, operator, and our own last push. 0: settled. */
function settledIn({ pool, assessment, policy, memory, restartedAt = 0 }: Scene): number {
  const since = Math.max(assessment.quietSince, pool.lastWrite, memory.lastPush, restartedAt);
  const left = policy.settleMs - (assessment.now - since);
  return left <= 0 ? 0 : Math.min(left, memory.lastPush > 0 ? busyLookMs : lookEveryMs);
}

/** Not right, and no pass would help now: wait for what comes by itself, restart if that is allowed, else say what is needed. */
function withoutPass(scene: Scene, kept: Kept): PoolDecision {
  const { coming, restarting, doomed } = leftOver(scene, kept);
  if (coming.length > 0) return wait(scene, 'becomingReady', lookEveryMs);
  if (restarting.length > 0) return restart(scene, restarting);
  const canary = doomed.length > 0 ? failedCanary(scene.pool, kept) : undefined;
  if (canary !== undefined) return stuck(scene, canary);
  return nothingLeft(scene);
}

function nothingLeft(scene: Scene): PoolDecision {
  const { nudges } = scene.memory;
  return stuck(scene, nudges === 0 ? because('nudgeInVain') : because('noProgress', { nudges }));
}

/** What no pass mends, by what it waits for: time, a restart, a person. */
function leftOver({ pool }: Scene, kept: Kept) {
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

function restartDue(scene: Scene, kept: Kept): boolean {
  const { coming, restarting } = leftOver(scene, kept);
  return coming.length === 0 && restarting.length > 0 && mayRestart(scene);
}
