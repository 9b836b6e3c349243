import type { KubeObject } from '../../model/kube.ts';
import { without } from './json.ts';
import { resourceOf } from './resources.ts';

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One write as watchers see it. `before` is what the object was, for selectors that it entered or left. */
export interface Change {
  readonly type: ChangeType;
  readonly resourceVersion: number;
  readonly kind: string;
  readonly namespace: string;
  readonly object: KubeObject;
  readonly before: KubeObject | undefined;
}

/** Objects by kind, namespace and name, with one growing resourceVersion. Objects are frozen; every write makes a new one. */
export interface Store {
  resourceVersion(): number;
  get(kind: string, namespace: string, name: string): KubeObject | undefined;
  /** In name order; namespace '' is all of them. The same list until the kind is written to. */
  list(kind: string, namespace: string): readonly KubeObject[];
  /** Objects of any kind, in any namespace, that name this owner. */
  dependents(ownerUid: string): readonly KubeObject[];
  /** Stores under the next resourceVersion and tells the subscribers. */
  put(object: KubeObject): KubeObject;
  /** Takes the object out; what subscribers see carries the next resourceVersion. */
  remove(object: KubeObject): KubeObject;
  /** Changes after a resourceVersion, or undefined where they are no longer kept. */
  since(resourceVersion: number): readonly Change[] | undefined;
  /** Forgets all changes so far: older watches get 410. */
  compact(): void;
  oldest(): number;
  subscribe(listener: (change: Change) => void): () => void;
}

const historyLimit = 20_000;

export function createStore(): Store {
  const shelves = new Map<string, Map<string, KubeObject>>();
  const sorted = new Map<string, readonly KubeObject[]>();
  const byOwner = new Map<string, Map<string, KubeObject>>();
  let listeners: readonly ((change: Change) => void)[] = [];
  let changes: Change[] = [];
  let last = 0;
  let forgotten = 0;

  function list(kind: string, namespace: string): readonly KubeObject[] {
    const key = `${kind}/${namespace}`;
    const cached = sorted.get(key);
    if (cached !== undefined) return cached;
    const prefix = `${namespace}/`;
    const found = [...(shelves.get(kind) ?? [])]
      .filter(([path]) => namespace === '' || path.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, object]) => object);
    sorted.set(key, found);
    return found;
  }

  function index(path: string, before: KubeObject | undefined, after: KubeObject | undefined): void {
    for (const { uid } of before?.metadata.ownerReferences ?? []) byOwner.get(uid)?.delete(path);
    if (after === undefined) return;
    for (const { uid } of after.metadata.ownerReferences ?? []) {
      const own = byOwner.get(uid);
      if (own === undefined) byOwner.set(uid, new Map([[path, after]]));
      else own.set(path, after);
    }
  }

  function write(type: 'put' | 'remove', object: KubeObject): KubeObject {
    last += 1;
    const { kind } = object;
    const { name, namespace = '' } = object.metadata;
    const stamped = deepFreeze({
      ...object,
      metadata: { ...object.metadata, resourceVersion: String(last) },
    });
    const shelf = shelves.get(kind) ?? new Map<string, KubeObject>();
    shelves.set(kind, shelf);
    const path = `${namespace}/${name}`;
    const before = shelf.get(path);
    if (type === 'put') shelf.set(path, stamped);
    else shelf.delete(path);
    index(`${kind}/${path}`, before, type === 'put' ? stamped : undefined);
    sorted.delete(`${kind}/${namespace}`);
    sorted.delete(`${kind}/`);
    const change: Change = {
      type: type === 'remove' ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED',
      resourceVersion: last,
      kind,
      namespace,
      object: stamped,
      before,
    };
    changes.push(change);
    if (changes.length > historyLimit) {
      changes = changes.slice(historyLimit / 2);
      forgotten = (changes[0]?.resourceVersion ?? last) - 1;
    }
    for (const listener of listeners) listener(change);
    return stamped;
  }

  return {
    resourceVersion: () => last,
    get: (kind, namespace, name) => shelves.get(kind)?.get(`${namespace}/${name}`),
    list,
    dependents: (uid) => [...(byOwner.get(uid)?.values() ?? [])],
    put: (object) => write('put', object),
    remove: (object) => write('remove', object),
    since: (resourceVersion) =>
      resourceVersion < forgotten
        ? undefined
        : changes.filter((change) => change.resourceVersion > resourceVersion),
    compact: () => {
      changes = [];
      forgotten = last;
    },
    oldest: () => forgotten,
    subscribe: (listener) => {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((each) => each !== listener);
      };
    },
  };
}

const texts = new WeakMap<KubeObject, string>();
const items = new WeakMap<KubeObject, string>();

/** A stored object as JSON text; made once. */
export function jsonOf(object: KubeObject): string {
  return kept(texts, object, () => object);
}

/** The same without `kind` and `apiVersion` where the real server leaves them out of lists (built-in kinds). */
export function itemJson(object: KubeObject): string {
  return kept(items, object, () =>
    resourceOf(object.kind).custom ? object : without(object, 'apiVersion', 'kind'),
  );
}

function kept(known: WeakMap<KubeObject, string>, object: KubeObject, of: () => object): string {
  const text = known.get(object) ?? JSON.stringify(of());
  known.set(object, text);
  return text;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
