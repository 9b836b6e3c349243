import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { type Part, partKinds } from '../model/parts.ts';
import { instanceStates } from '../model/states.ts';
import type { ObjectRef } from '../model/steps.ts';
import { holds, isOwnedBy, sessionOwners } from '../theia/owners.ts';

/** An object as the look saw it: a write that finds anything else is refused. */
export function targetOf(object: KubeObject): ObjectRef {
  const { name, uid, resourceVersion = '' } = object.metadata;
  return { kind: object.kind as ObjectRef['kind'], name, uid, resourceVersion };
}

export function onPart(part: Part) {
  const { kind, name, uid, resourceVersion } = targetOf(part.object);
  const base = { kind, name, uid, resourceVersion, part: part.kind };
  return part.sidecar === undefined ? base : { ...base, sidecar: part.sidecar };
}

/** Instances that must converge, highest id first: the operator claims the lowest. */
export function freeInstances(pool: PoolAssessment): InstanceAssessment[] {
  return pool.instances
    .filter((each) => instanceStates[each.state].free && each.parts.length > 0)
    .sort((a, b) => b.id - a.id);
}

/**
 * Instances that a new session could get, highest id first. More than the free ones: the operator looks at the two main
 * Services alone, so it gives away what is surplus, half claimed or lost a part's owner as well.
 */
export function claimableInstances(pool: PoolAssessment): InstanceAssessment[] {
  return pool.instances
    .filter((each) => each.appUid === pool.uid && each.parts.length > 0 && !isTaken(each))
    .sort((a, b) => b.id - a.id);
}

/** A session has it, or is coming or going: only its claim is ever completed, nothing else of it written. */
export function isTaken({ state }: InstanceAssessment): boolean {
  return state === 'claimed' || state === 'claiming' || state === 'ending';
}

/** Could be held: the pool's own, nobody's else, not going away, and no Lease that exists holds it already. */
export function isBare(pool: PoolAssessment, part: Part): boolean {
  return (
    isOwnedBy(part.object, pool.uid) &&
    sessionOwners(part.object).length === 0 &&
    !isTerminating(part) &&
    !isHeld(pool, part)
  );
}

/** A reference to a Lease that is gone holds nothing: the collector is about to take it off. */
export function isHeld(pool: PoolAssessment, part: Part): boolean {
  const leases = new Set(pool.gate.leases.map((lease) => lease.metadata.uid));
  return holds(part.object).some((owner) => leases.has(owner.uid));
}

export function partsOf(instance: InstanceAssessment, kind: Part['kind']): Part[] {
  return instance.parts.filter((part) => part.kind === kind);
}

export function isMain(part: Part): boolean {
  return partKinds[part.kind].main;
}

export function isTerminating(part: Part): boolean {
  return part.object.metadata.deletionTimestamp !== undefined;
}
