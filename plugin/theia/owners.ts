import type { KubeObject, OwnerReference } from '../model/kube.ts';

/** Every Lease with this prefix is warmgate's (docs/architecture.md#leases). */
export const leasePrefix = 'warmgate-';

export function owners(object: KubeObject): readonly OwnerReference[] {
  return object.metadata.ownerReferences ?? [];
}

export function isOwnedBy(object: KubeObject, uid: string): boolean {
  return owners(object).some((owner) => owner.uid === uid);
}

/** The operator's one protection test (docs/theia-cloud.md#owners): exactly one owner, this AppDefinition. */
export function isSolelyOwnedBy(object: KubeObject, uid: string): boolean {
  return owners(object).length === 1 && isOwnedBy(object, uid);
}

export function sessionOwners(object: KubeObject): OwnerReference[] {
  return owners(object).filter((owner) => owner.kind === 'Session');
}

export function appDefinitionOwners(object: KubeObject): OwnerReference[] {
  return owners(object).filter((owner) => owner.kind === 'AppDefinition');
}

/** References to warmgate's own Leases: the only ones it ever takes off. */
export function holds(object: KubeObject): OwnerReference[] {
  return owners(object).filter(isHold);
}

export function isHold(owner: OwnerReference): boolean {
  return owner.kind === 'Lease' && owner.name.startsWith(leasePrefix);
}

/** The reference that makes a Lease a co-owner: no controller, no blockOwnerDeletion (docs/theia-cloud.md#lever-7). */
export function referenceTo(object: KubeObject): OwnerReference {
  const { apiVersion, kind, metadata } = object;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid };
}
