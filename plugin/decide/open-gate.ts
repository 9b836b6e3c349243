import type { Assessment, InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import type { Part } from '../model/parts.ts';
import type { WriteStep } from '../model/steps.ts';
import { portOf } from '../theia/app-definition.ts';
import { isFollowed } from '../theia/lease.ts';
import { holds, isOwnedBy, owners } from '../theia/owners.ts';
import type { Policy } from './policy.ts';
import { complete, completeHeld } from './sessions.ts';
import { freeInstances, isTaken, onPart, partsOf, targetOf } from './targets.ts';

/** Opens each instance whose other parts are at the target and whose pod is Ready (docs/theia-cloud.md#lever-6-g). */
export function openReady(pool: PoolAssessment): WriteStep[] {
  return pool.instances.filter((each) => each.openable).flatMap((instance) => openInstance(pool, instance));
}

/** The other holds of the instance first, the internal Service last: only that lets a session in. */
function openInstance(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  const port = portOf(pool.app);
  const others = instance.parts
    .filter(
      (part) =>
        part.kind !== 'internalService' && part.sidecar === undefined && holds(part.object).length > 0,
    )
    .filter((part) => isOwnedBy(part.object, pool.uid))
    .map((part) => ({ step: 'unhold' as const, app: pool.name, id: instance.id, on: onPart(part) }));
  const stamps = partsOf(instance, 'internalService')
    .filter((part) => isOwnedBy(part.object, pool.uid))
    .map((part) => ({
      step: 'open' as const,
      app: pool.name,
      id: instance.id,
      on: onPart(part),
      generation: pool.generation,
      ...(port === undefined ? {} : { port }),
    }));
  return [...others, ...stamps];
}

/**
 * Clearing a gate is deleting its Leases: the garbage collector takes every reference off (docs/theia-cloud.md#lever-3). It deletes what has no other
 * owner, so claims of live sessions come first; and it writes, so nothing at all while a session is coming or going on
 * something held, or while a pass may be about to take the AppDefinition's reference off something that was surplus when its
 * event came: without ours beside it nothing would be left, and nobody would ever collect it.
 */
export function clearGate(pool: PoolAssessment, assessment: Assessment, { settleMs }: Policy): WriteStep[] {
  const claims = completeHeld(pool, assessment);
  if (claims.length > 0) return claims;
  const settled = assessment.now - pool.lastWrite > settleMs;
  if (pool.instances.some((each) => isHeldInFlight(each) || mayBeDisowned(pool, each, settled))) return [];
  return pool.gate.leases.map((lease) => ({
    step: 'dropLease' as const,
    app: pool.name,
    lease: targetOf(lease),
  }));
}

/** How long until passes of older events are over that alone keep this gate from being cleared, ms; 0: nothing to wait for. */
export function settlesIn(pool: PoolAssessment, assessment: Assessment, policy: Policy): number {
  const left = pool.lastWrite + policy.settleMs + 1 - assessment.now;
  if (left <= 0 || pool.gate.leases.length === 0) return 0;
  const later = { ...assessment, now: assessment.now + left };
  const now = clearGate(pool, assessment, policy).length;
  return now === 0 && clearGate(pool, later, policy).length > 0 ? left : 0;
}

/** A gate, or shields that nobody keeps up any more; those of a `guard --follow` are its own. */
export function mustClear(pool: PoolAssessment): boolean {
  return pool.gate.leases.length > 0 && !isFollowed(pool);
}

function isHeldInFlight({ state, parts }: InstanceAssessment): boolean {
  return (state === 'claiming' || state === 'ending') && parts.some((part) => holds(part.object).length > 0);
}

/** Held and still the AppDefinition's: what is surplus now, and anything while passes of older events may be queued. */
function mayBeDisowned(pool: PoolAssessment, instance: InstanceAssessment, settled: boolean): boolean {
  if (isTaken(instance) || (settled && instance.id <= pool.minInstances)) return false;
  return instance.parts.some((part) => holds(part.object).length > 0 && isOwnedBy(part.object, pool.uid));
}

/** Leases without a pool go by the same rules as a gate: claims of what they hold first, nothing while one is under way. */
export function dropStray(assessment: Assessment): WriteStep[] {
  return assessment.strayLeases.flatMap((lease) => {
    const claimed = assessment.sessions.flatMap((session) =>
      session.parts
        .filter((part) => isOwnedBy(part.object, lease.metadata.uid))
        .map((part) => ({ session, id: session.instanceId ?? 0, part })),
    );
    const open = claimed.filter(({ session, part }) => !isOwnedBy(part.object, session.uid));
    const live = open.filter(({ session }) => session.phase === 'live');
    if (live.length > 0) return live.map((each) => complete(each));
    const moving = claimed.some(({ session }) => session.phase === 'inFlight' || session.phase === 'ending');
    return moving ? [] : [{ step: 'dropLease', app: lease.metadata.name, lease: targetOf(lease) }];
  });
}

/**
 * Ours is the only owner left of something (scale-down or deletion under a hold), so only the Lease's deletion lets it be
 * collected. Where it is in the way of an id that must be made anew, at once; else when no closed instance needs the Lease.
 */
export function mustCollect(pool: PoolAssessment): boolean {
  const left = pool.instances.filter((each) => !isTaken(each) && isLeftToUs(pool, each));
  if (pool.gate.leases.length === 0 || left.length === 0) return false;
  const inTheWay = left.some((each) => each.appUid === pool.uid && each.id <= pool.minInstances);
  return inTheWay || !freeInstances(pool).some((each) => each.hold === 'closed' || each.hold === 'whole');
}

/** Comes to its end with our Lease, and not before. */
export function isLeftToUs({ gate }: PoolAssessment, instance: InstanceAssessment): boolean {
  return gate.leases.length > 0 && instance.parts.some(isOursAlone);
}

function isOursAlone(part: Part): boolean {
  const ours = holds(part.object).length;
  return ours > 0 && ours === owners(part.object).length;
}

/** Kept from sessions, and no session has it. */
export function isShut(instance: InstanceAssessment): boolean {
  return (instance.hold === 'closed' || instance.hold === 'whole') && !isTaken(instance);
}

/** Takes the holds off without a stamp: what is stale stays labelled as it is. */
export function forceOpen(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return instance.parts
    .filter((part) => holds(part.object).length > 0 && isOwnedBy(part.object, pool.uid))
    .map((part) => ({ step: 'unhold' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}
