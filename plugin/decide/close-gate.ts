import type { Assessment, InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import type { Part } from '../model/parts.ts';
import type { Clearance, WriteStep } from '../model/steps.ts';
import { isOwnedBy } from '../theia/owners.ts';
import { type Kept, keepNone } from './batch.ts';
import type { SeenGate } from './decision.ts';
import { type Policy, secondLookMs } from './policy.ts';
import { claimedParts, isGuarded, unholdClaimed } from './sessions.ts';
import { claimableInstances, isBare, isHeld, isMain, onPart, partsOf, targetOf } from './targets.ts';

/**
 * What closing still lacks: a hold on every internal Service that a new session could get, highest id first, a shield on every
 * free sidecar Deployment, and for what a batch keeps back a hold on every part.
 */
export function closingHolds(pool: PoolAssessment, kept: Kept = keepNone): WriteStep[] {
  return claimableInstances(pool).flatMap((instance) => [
    ...holdInternal(pool, instance),
    ...(instance.state === 'surplus' ? [] : shieldSidecars(pool, instance)),
    ...(kept.has(instance.id) ? holdOthers(pool, instance) : []),
  ]);
}

function holdOthers(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  const others = instance.parts.filter((part) => isMain(part) && part.kind !== 'internalService');
  return holdBare(pool, instance, 'hold', others);
}

export function holdInternal(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return holdBare(pool, instance, 'hold', partsOf(instance, 'internalService'));
}

export function shieldSidecars(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return holdBare(pool, instance, 'shield', partsOf(instance, 'sidecarDeployment'));
}

function holdBare(
  pool: PoolAssessment,
  { id }: InstanceAssessment,
  step: 'hold' | 'shield',
  parts: readonly Part[],
): WriteStep[] {
  return parts
    .filter((part) => isBare(pool, part))
    .map((part) => ({ step, app: pool.name, id, on: onPart(part) }));
}

/** Whose Lease it is to be; `adopted`: this run has written it before, so another's name on it is another run at work. */
export interface Keeper {
  runId: string;
  now: number;
  policy: Policy;
  adopted: boolean;
}

/**
 * Takes, adopts or renews the pool's Lease where holds are about to be written or kept. Empty while it is young: two runs at
 * once would else rewrite it at every look.
 */
export function keepLease(pool: PoolAssessment, { runId, now, policy, adopted }: Keeper): WriteStep[] {
  const [lease] = pool.gate.leases;
  if (lease === undefined) return [{ step: 'lease', app: pool.name }];
  const young = now - pool.gate.renewedAt < policy.holdForMs / 3;
  if (young && (adopted || pool.gate.holder === runId)) return [];
  return [{ step: 'lease', app: pool.name, lease: targetOf(lease) }];
}

export interface GateView {
  gate?: SeenGate;
  clearance?: Clearance;
}

/**
 * The only maker of a {@link Clearance}: the gate whole in this look and in one at least 2 s before, on the same UIDs. A pass
 * that had listed before the gate closed does not see the holds (of 18 set 0.15 s into a pass 15 were lost), so one look is no proof.
 * `busy`: a session is claiming or ending, and nothing is cleared until it has done.
 */
export function confirmGate(
  pool: PoolAssessment,
  assessment: Assessment,
  before: SeenGate | undefined,
  { kept, busy }: { kept: Kept; busy: boolean },
): GateView {
  if (!isWhole(pool, assessment, kept)) return {};
  const uids = gateUids(pool, assessment);
  const same =
    before !== undefined &&
    before.uids.length === uids.length &&
    before.uids.every((uid, at) => uid === uids[at]);
  if (!same) return { gate: { at: assessment.now, uids } };
  if (busy || assessment.now - before.at < secondLookMs) return { gate: before };
  return { gate: before, clearance: { firstLook: before.at, secondLook: assessment.now, uids } };
}

/** Nothing left to hold or to complete. */
function isWhole(pool: PoolAssessment, assessment: Assessment, kept: Kept): boolean {
  return (
    closingHolds(pool, kept).length === 0 &&
    isGuarded(pool, assessment) &&
    unholdClaimed(pool, assessment).length === 0
  );
}

function gateUids(pool: PoolAssessment, assessment: Assessment): string[] {
  const held = claimableInstances(pool)
    .flatMap((instance) => instance.parts)
    .filter((part) => isHeld(pool, part));
  const guarded = claimedParts(pool, assessment)
    .filter(({ session, part }) => isOwnedBy(part.object, session.uid))
    .map(({ part }) => part);
  return [...held, ...guarded].map((part) => part.object.metadata.uid).sort();
}
