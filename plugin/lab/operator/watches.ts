import type { KubeObject } from '../../model/kube.ts';
import { list, type OperatorObject, type Work } from '../../theia/reconcile/requests.ts';
import type { TaskOptions } from './tasks.ts';

export type ObjectEvent = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One kind that the operator follows, without any resync (docs/theia-cloud.md#events). */
export interface ObjectWatch {
  /** Lists the kind; the watch is not up meanwhile. */
  first(): Work<KubeObject[]>;
  /**
   * Follows the kind from now on. The server sends all that is there as ADDED first, so each object is ADDED twice,
   * and a change since the first pass arrives as ADDED. `broke` hears why it cannot be kept up.
   */
  follow(take: (event: ObjectEvent, object: KubeObject) => void, broke: (reason: string) => void): void;
  /** As if the list and the first answer of the watch had been long ago. */
  resume(objects: readonly KubeObject[], resourceVersion: string): void;
  isUp(): boolean;
  /** Of the operator's clock: the last event or new connection. */
  lastActive(): number;
}

/** A watch that broke is opened again this many times before the process gives up. */
const reconnects = 10;

export function objectWatch({ connection, clock, log }: TaskOptions, kind: OperatorObject): ObjectWatch {
  const known = new Map<string, KubeObject>();
  let up = false;
  let active = clock.now();
  let from = '';

  function received(type: ObjectEvent, object: KubeObject, take: Parameters<ObjectWatch['follow']>[0]): void {
    const { uid } = object.metadata;
    const before = known.get(uid);
    if (before !== undefined && isOlder(object, before)) return;
    if (type !== 'DELETED') known.set(uid, object);
    // The object as it was last seen: of a deleted one, the state before the deletion.
    take(type, known.get(uid) ?? object);
    if (type === 'DELETED') known.delete(uid);
  }

  return {
    isUp: () => up,
    lastActive: () => active,
    *first() {
      const objects = yield* list(kind);
      for (const object of objects) known.set(object.metadata.uid, object);
      return objects;
    },
    resume(objects, resourceVersion) {
      for (const object of objects) known.set(object.metadata.uid, object);
      from = resourceVersion;
    },
    follow(take, broke) {
      let left = reconnects;
      const open = (): void => {
        let refused = '';
        connection.watch(kind, from, {
          opened: () => {
            up = true;
            active = clock.now();
          },
          event: ({ type, object }) => {
            active = clock.now();
            if (type === 'ERROR') {
              refused = `${kind} watch closed: ${(object as { message?: string }).message ?? ''}`;
              return;
            }
            left = reconnects;
            from = object.metadata.resourceVersion ?? from;
            if (type !== 'BOOKMARK') received(type, object, take);
          },
          ended: (error) => {
            if (error !== undefined) log(`${kind} reconnecting: ${error.message}`);
            left -= 1;
            if (refused !== '') broke(refused);
            else if (left === 0) broke(`${kind} did not reconnect`);
            else clock.after(error === undefined ? 0 : 1000, open);
          },
        });
      };
      open();
    },
  };
}

function isOlder(object: KubeObject, than: KubeObject): boolean {
  return BigInt(object.metadata.resourceVersion ?? '0') < BigInt(than.metadata.resourceVersion ?? '0');
}
