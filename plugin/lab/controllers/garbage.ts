import type { KubeObject, OwnerReference } from '../../model/kube.ts';
import { finalizerOf } from '../api/remove.ts';
import { groupVersionOf, resourceOf, resources } from '../api/resources.ts';
import type { Store } from '../api/store.ts';
import { type ControllerParts, controller, fromKey, keyOf, type Stop, targetOf } from './controller.ts';
import { createQueue } from './work-queue.ts';

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
  const dependents = createDependents();
  const queue = createQueue(parts.clock, handle);
  const enqueue = (key: string): void => queue.add(key, minDelay + random() * (maxDelay - minDelay));

  function note(before: KubeObject | undefined, after: KubeObject | undefined): void {
    dependents.note(before, after);
    if (after !== undefined && needsWork(parts, after)) enqueue(keyOf(targetOf(after)));
    const uid = (after ?? before)?.metadata.uid ?? '';
    if (after === undefined || isForeground(after)) for (const key of dependents.of(uid)) enqueue(key);
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
    const parents = dependents.of(object.metadata.uid).length > 0;
    api.remove(gc, targetOf(object), {
      preconditions: { uid: object.metadata.uid },
      propagationPolicy: waiting.length > 0 && parents ? 'Foreground' : 'Background',
    });
  }

  function finishForeground(object: KubeObject): void {
    const left = live(object).filter((dependent) => blocks(store, dependent, object.metadata.uid));
    if (left.length === 0) dropFinalizer(parts, object, finalizerOf.Foreground);
  }

  function orphan(object: KubeObject): void {
    for (const dependent of live(object)) {
      const gone = dependent.metadata.ownerReferences?.filter((ref) => ref.uid === object.metadata.uid);
      dropReferences(parts, dependent, gone ?? []);
    }
    dropFinalizer(parts, object, finalizerOf.Orphan);
  }

  function live(owner: KubeObject): KubeObject[] {
    return dependents.of(owner.metadata.uid).flatMap((key) => {
      const { kind, namespace, name } = fromKey(key);
      return store.get(kind, namespace, name) ?? [];
    });
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

/** Which objects name an owner, by its UID. Kept up to date by {@link Dependents.note}. */
export interface Dependents {
  note(before: KubeObject | undefined, after: KubeObject | undefined): void;
  /** Keys of {@link keyOf}. */
  of(uid: string): readonly string[];
}

export function createDependents(): Dependents {
  const byOwner = new Map<string, Set<string>>();
  const owners = (object: KubeObject | undefined): string[] =>
    (object?.metadata.ownerReferences ?? []).map((reference) => reference.uid);
  return {
    note: (before, after) => {
      if (before !== undefined)
        for (const uid of owners(before)) byOwner.get(uid)?.delete(keyOf(targetOf(before)));
      if (after === undefined) return;
      for (const uid of owners(after)) {
        const keys = byOwner.get(uid) ?? new Set();
        byOwner.set(uid, keys.add(keyOf(targetOf(after))));
      }
    },
    of: (uid) => [...(byOwner.get(uid) ?? [])],
  };
}

/** True while a dependent holds up its owner's deletion in the foreground. */
export function blocks(store: Store, dependent: KubeObject, ownerUid: string): boolean {
  const { kind, namespace, name } = targetOf(dependent);
  const live = store.get(kind, namespace, name);
  return (live?.metadata.ownerReferences ?? []).some(
    (reference) => reference.uid === ownerUid && reference.blockOwnerDeletion === true,
  );
}

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
