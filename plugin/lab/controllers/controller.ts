import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../model/kube.ts';
import type { Api, Target } from '../api/api.ts';
import type { Caller } from '../api/caller.ts';
import { StatusError } from '../api/status-error.ts';
import type { Store } from '../api/store.ts';
import type { LabClock } from '../clock.ts';

/** What every controller of the lab works with. */
export interface ControllerParts {
  readonly api: Api;
  readonly store: Store;
  readonly clock: LabClock;
  /** From 0 to below 1, seeded. */
  readonly random: () => number;
}

/** Ends a controller. */
export type Stop = () => void;

/** A controller's name in the audit log, and the manager that the real one leaves in managedFields. */
export function controller(name: string, manager = 'kube-controller-manager'): Caller {
  return { user: `lab:${name}`, manager };
}

export function targetOf(object: KubeObject): Target {
  const { name, namespace = '' } = object.metadata;
  return { kind: object.kind, namespace, name };
}

export function keyOf({ kind, namespace, name }: Target): string {
  return `${kind}|${namespace}|${name}`;
}

export function fromKey(key: string): Target {
  const [kind = '', namespace = '', name = ''] = key.split('|');
  return { kind, namespace, name };
}

/** Objects of a kind that this owner controls, in name order. */
export function controlledBy(store: Store, owner: KubeObject, kind: string): readonly KubeObject[] {
  const { uid } = owner.metadata;
  return store
    .dependents(uid)
    .filter(
      (object) =>
        object.kind === kind &&
        object.metadata.ownerReferences?.some((ref) => ref.controller === true && ref.uid === uid),
    )
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

export function controllerReference(owner: KubeObject): object {
  const { apiVersion, kind, metadata } = owner;
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** Writes the status, and nothing at all where it is the same already. */
export function writeStatus({ api }: ControllerParts, by: Caller, object: KubeObject, status: object): void {
  if (isDeepStrictEqual(object.status, status)) return;
  api.update(by, targetOf(object), { ...object, status }, { subresource: 'status' });
}

/** Keys that wait for their turn; a key waits once, the earlier moment wins. What the API refused is tried again. */
export interface WorkQueue {
  /** `delay` in milliseconds of the lab's clock. */
  add(key: string, delay: number): void;
  stop(): void;
}

const retryDelay = 5000;

export function createQueue(clock: LabClock, handle: (key: string) => void): WorkQueue {
  const waiting = new Map<string, { due: number; cancel: () => void }>();
  let stopped = false;
  const queue: WorkQueue = {
    add: (key, delay) => {
      if (stopped) return;
      const due = clock.now() + delay;
      const known = waiting.get(key);
      if (known !== undefined && known.due <= due) return;
      known?.cancel();
      const cancel = clock.after(delay, () => {
        waiting.delete(key);
        if (!stopped && !settled(handle, key)) queue.add(key, retryDelay);
      });
      waiting.set(key, { due, cancel });
    },
    stop: () => {
      stopped = true;
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
  return queue;
}

/** False where the API refused; any other error is a fault of the lab's own and ends it. */
function settled(handle: (key: string) => void, key: string): boolean {
  try {
    handle(key);
    return true;
  } catch (error) {
    if (error instanceof StatusError) return false;
    throw error;
  }
}
