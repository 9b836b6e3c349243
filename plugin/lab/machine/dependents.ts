import type { KubeObject } from '../../model/kube.ts';
import type { Store } from '../api/store.ts';
import { keyOf, targetOf } from './parts.ts';

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
