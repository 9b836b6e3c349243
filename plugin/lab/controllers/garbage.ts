import type { KubeObject, OwnerReference } from '../../model/kube.ts';
import { finalizerOf } from '../api/remove.ts';
import { resourceOf, resources, servedAs } from '../api/resources.ts';
import type { Store } from '../api/store.ts';
import {
  type ControllerParts,
  controller,
  createQueue,
  fromKey,
  keyOf,
  type Stop,
  targetOf,
} from './controller.ts';

const gc = controller('gc');

/** Milliseconds of lab time between a change and what the collector makes of it. */
export interface GarbageOptions {
  readonly minDelay?: number;
  readonly maxDelay?: number;
}

/**
 * The garbage collector: an object all of whose owners are gone is deleted, references to owners that are gone are
 * patched away, an object without any owner is left alone for ever. Deletes carry the UID.
 * https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 */
export function startGarbageCollector(
  parts: ControllerParts,
  { minDelay = 100, maxDelay = 800 }: GarbageOptions = {},
): Stop {
  const { store, api, random } = parts;
  const queue = createQueue(parts.clock, handle);
  const enqueue = (key: string): void => queue.add(key, minDelay + random() * (maxDelay - minDelay));

  function note(before: KubeObject | undefined, after: KubeObject | undefined): void {
    if (after !== undefined && needsWork(parts, after)) enqueue(keyOf(targetOf(after)));
    const uid = (after ?? before)?.metadata.uid ?? '';
    if (after === undefined || isForeground(after))
      for (const each of store.dependents(uid)) enqueue(keyOf(targetOf(each)));
    const sameOwners = after?.metadata.ownerReferences === before?.metadata.ownerReferences;
    if (before !== undefined && (after === undefined || !sameOwners)) {
      for (const reference of ownersOf(store, before).waiting) {
        enqueue(keyOf({ ...targetOf(before), kind: reference.kind, name: reference.name }));
      }
    }
  }

  function handle(key: string): void {
    const { kind, namespace, name } = fromKey(key);
    const object = store.get(kind, namespace, name);
    if (object === undefined) return;
    if (isTerminatingWith(object, finalizerOf.Orphan)) orphan(object);
    else if (isForeground(object)) finishForeground(object);
    else if (object.metadata.deletionTimestamp === undefined) collect(object);
  }

  function collect(object: KubeObject): void {
    const { solid, dangling, waiting } = ownersOf(store, object);
    if (dangling.length + waiting.length === 0) return;
    if (solid.length > 0) {
      dropReferences(parts, object, [...dangling, ...waiting]);
      return;
    }
    const parents = store.dependents(object.metadata.uid).length > 0;
    api.remove(gc, targetOf(object), {
      preconditions: { uid: object.metadata.uid },
      propagationPolicy: waiting.length > 0 && parents ? 'Foreground' : 'Background',
    });
  }

  function finishForeground(object: KubeObject): void {
    const { uid } = object.metadata;
    const left = store.dependents(uid).filter((dependent) => blocks(dependent, uid));
    if (left.length === 0) dropFinalizer(parts, object, finalizerOf.Foreground);
  }

  function orphan(object: KubeObject): void {
    for (const dependent of store.dependents(object.metadata.uid)) {
      const gone = dependent.metadata.ownerReferences?.filter((ref) => ref.uid === object.metadata.uid);
      dropReferences(parts, dependent, gone ?? []);
    }
    dropFinalizer(parts, object, finalizerOf.Orphan);
  }

  for (const { kind } of resources) for (const object of store.list(kind, '')) note(undefined, object);
  const unsubscribe = store.subscribe(({ type, object, before }) =>
    note(before, type === 'DELETED' ? undefined : object),
  );
  return () => {
    unsubscribe();
    queue.stop();
  };
}

function needsWork({ store }: ControllerParts, object: KubeObject): boolean {
  if (isForeground(object) || isTerminatingWith(object, finalizerOf.Orphan)) return true;
  const { dangling, waiting } = ownersOf(store, object);
  return dangling.length + waiting.length > 0;
}

/** Built-in kinds by a strategic patch that names the references, custom ones by the whole list and the resourceVersion. */
function dropReferences({ api }: ControllerParts, object: KubeObject, gone: readonly OwnerReference[]): void {
  const { uid, resourceVersion, ownerReferences = [] } = object.metadata;
  if (!resourceOf(object.kind).custom) {
    const marks = gone.map((reference) => ({ $patch: 'delete', uid: reference.uid }));
    api.patch(gc, targetOf(object), 'strategic', { metadata: { uid, ownerReferences: marks } });
    return;
  }
  const kept = ownerReferences.filter((reference) => !gone.includes(reference));
  api.patch(gc, targetOf(object), 'merge', { metadata: { uid, resourceVersion, ownerReferences: kept } });
}

function dropFinalizer({ api }: ControllerParts, object: KubeObject, finalizer: string): void {
  const finalizers = (object.metadata.finalizers ?? []).filter((other) => other !== finalizer);
  const { resourceVersion } = object.metadata;
  api.patch(gc, targetOf(object), 'merge', { metadata: { resourceVersion, finalizers } });
}

/** True while a dependent holds up its owner's deletion in the foreground. */
function blocks(dependent: KubeObject, ownerUid: string): boolean {
  return (dependent.metadata.ownerReferences ?? []).some(
    (reference) => reference.uid === ownerUid && reference.blockOwnerDeletion === true,
  );
}

/** The references of one object by what became of their owners. */
interface OwnerState {
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
function ownersOf(store: Store, object: KubeObject): OwnerState {
  const solid: OwnerReference[] = [];
  const dangling: OwnerReference[] = [];
  const waiting: OwnerReference[] = [];
  for (const reference of object.metadata.ownerReferences ?? []) {
    const resource = servedAs(reference.apiVersion, reference.kind);
    const namespace = resource?.namespaced === false ? '' : (object.metadata.namespace ?? '');
    const owner = resource && store.get(resource.kind, namespace, reference.name);
    if (resource === undefined) solid.push(reference);
    else if (owner === undefined || owner.metadata.uid !== reference.uid) dangling.push(reference);
    else if (isForeground(owner)) waiting.push(reference);
    else solid.push(reference);
  }
  return { solid, dangling, waiting };
}

function isForeground(object: KubeObject): boolean {
  return isTerminatingWith(object, finalizerOf.Foreground);
}

function isTerminatingWith(object: KubeObject, finalizer: string): boolean {
  const { deletionTimestamp, finalizers } = object.metadata;
  return deletionTimestamp !== undefined && (finalizers ?? []).includes(finalizer);
}
