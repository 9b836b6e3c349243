import type { KubeObject, OwnerReference } from '../../model/kube.ts';
import { finalizerOf } from '../api/remove.ts';
import { groupVersionOf, resources } from '../api/resources.ts';
import type { Store } from '../api/store.ts';

/** The references of one object by what became of their owners. */
export interface OwnerState {
  readonly solid: readonly OwnerReference[];
  /** The owner is not there, or another object has its name. */
  readonly dangling: readonly OwnerReference[];
  /** The owner is being deleted in the foreground and waits for its dependents. */
  readonly waiting: readonly OwnerReference[];
}

/**
 * Owners are looked up by version, kind, name and UID in the object's own namespace. A kind or version that the lab does not serve
 * counts as there: the real collector can't decide about it either and leaves the object alone.
 */
export function ownersOf(store: Store, object: KubeObject): OwnerState {
  const solid: OwnerReference[] = [];
  const dangling: OwnerReference[] = [];
  const waiting: OwnerReference[] = [];
  for (const reference of object.metadata.ownerReferences ?? []) {
    const resource = resources.find(
      (row) => row.kind === reference.kind && groupVersionOf(row) === reference.apiVersion,
    );
    const namespace = resource?.namespaced === false ? '' : (object.metadata.namespace ?? '');
    const owner = resource && store.get(resource.kind, namespace, reference.name);
    if (resource === undefined) solid.push(reference);
    else if (owner === undefined || owner.metadata.uid !== reference.uid) dangling.push(reference);
    else if (isForeground(owner)) waiting.push(reference);
    else solid.push(reference);
  }
  return { solid, dangling, waiting };
}

export function isForeground(object: KubeObject): boolean {
  return isTerminatingWith(object, finalizerOf.Foreground);
}

export function isTerminatingWith(object: KubeObject, finalizer: string): boolean {
  const { deletionTimestamp, finalizers } = object.metadata;
  return deletionTimestamp !== undefined && (finalizers ?? []).includes(finalizer);
}
