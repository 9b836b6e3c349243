import type { KubeObject } from '../../model/kube.ts';
import type { OperatorObject } from '../../theia/reconcile/requests.ts';
import type { Context } from './context.ts';

export type SpecEvent = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One kind that the operator follows, without any resync (theia-cloud.md section 2). */
export interface SpecWatch {
  /** Lists the kind and hands out each object as ADDED, one after the other; the watch is not up meanwhile. */
  first(take: (object: KubeObject) => Promise<void>): Promise<void>;
  /**
   * Follows the kind from now on. The server sends all that is there as ADDED first, so each object is ADDED twice,
   * and a change since the first pass arrives as ADDED. Rejects when the watch cannot be kept up.
   */
  follow(take: (event: SpecEvent, object: KubeObject) => void): Promise<never>;
  isUp(): boolean;
  /** Of the operator's clock: the last event or new connection. */
  lastActive(): number;
}

/** A watch that broke is opened again this many times before the process gives up. */
const reconnects = 10;

export function specWatch(context: Context, kind: OperatorObject): SpecWatch {
  const { client } = context;
  const known = new Map<string, KubeObject>();
  let up = false;
  let active = context.now();
  let from = '';

  function received(type: SpecEvent, object: KubeObject, take: Parameters<SpecWatch['follow']>[0]): void {
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
    first: async (take) => {
      for (const object of await client.list(kind)) {
        known.set(object.metadata.uid, object);
        await take(object);
      }
    },
    follow: async (take) => {
      for (let left = reconnects; left > 0; left -= 1) {
        let refused = '';
        const opened = (): void => {
          up = true;
          active = context.now();
        };
        try {
          await client.watch(kind, from, opened, ({ type, object }) => {
            active = context.now();
            if (type === 'ERROR') {
              refused = `${kind} watch closed: ${(object as { message?: string }).message ?? ''}`;
              return;
            }
            left = reconnects;
            from = object.metadata.resourceVersion ?? from;
            if (type !== 'BOOKMARK') received(type, object, take);
          });
        } catch (error) {
          context.log(`${kind} reconnecting: ${(error as Error).message}`);
          await context.pause(1000);
        }
        if (refused !== '') throw new Error(refused);
        await context.pause(0);
      }
      throw new Error(`${kind} did not reconnect`);
    },
  };
}

function isOlder(object: KubeObject, than: KubeObject): boolean {
  return BigInt(object.metadata.resourceVersion ?? '0') < BigInt(than.metadata.resourceVersion ?? '0');
}
