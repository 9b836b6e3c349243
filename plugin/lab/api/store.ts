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
  readonly json: string;
  readonly before: KubeObject | undefined;
}

/** Objects by kind, namespace and name, with one growing resourceVersion. Objects are frozen; every write makes a new one. */
export interface Store {
  resourceVersion(): number;
  get(kind: string, namespace: string, name: string): KubeObject | undefined;
  /** In name order; namespace '' is all of them. */
  list(kind: string, namespace: string): readonly KubeObject[];
  /** The same as JSON text, without `kind` and `apiVersion` where the real server leaves them out of lists (built-in kinds). */
  listJson(kind: string, namespace: string): readonly string[];
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

interface Entry {
  readonly object: KubeObject;
  item?: string;
}

export function createStore(): Store {
  const shelves = new Map<string, Map<string, Entry>>();
  const sorted = new Map<string, readonly Entry[]>();
  const listeners = new Set<(change: Change) => void>();
  let changes: Change[] = [];
  let last = 0;
  let forgotten = 0;

  function entries(kind: string, namespace: string): readonly Entry[] {
    const key = `${kind}/${namespace}`;
    const cached = sorted.get(key);
    if (cached !== undefined) return cached;
    const shelf = shelves.get(kind) ?? new Map<string, Entry>();
    const prefix = `${namespace}/`;
    const found = [...shelf]
      .filter(([path]) => namespace === '' || path.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, entry]) => entry);
    sorted.set(key, found);
    return found;
  }

  function write(type: 'put' | 'remove', object: KubeObject): KubeObject {
    last += 1;
    const namespace = object.metadata.namespace ?? '';
    const stamped = deepFreeze({
      ...object,
      metadata: { ...object.metadata, resourceVersion: String(last) },
    });
    const shelf = shelves.get(object.kind) ?? new Map<string, Entry>();
    shelves.set(object.kind, shelf);
    const path = `${namespace}/${object.metadata.name}`;
    const before = shelf.get(path)?.object;
    const json = JSON.stringify(stamped);
    if (type === 'put') shelf.set(path, { object: stamped });
    else shelf.delete(path);
    sorted.delete(`${object.kind}/${namespace}`);
    sorted.delete(`${object.kind}/`);
    const change: Change = {
      type: type === 'remove' ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED',
      resourceVersion: last,
      kind: object.kind,
      namespace,
      object: stamped,
      json,
      before,
    };
    changes.push(change);
    if (changes.length > historyLimit) {
      changes = changes.slice(historyLimit / 2);
      forgotten = (changes[0]?.resourceVersion ?? last) - 1;
    }
    for (const listener of [...listeners]) listener(change);
    return stamped;
  }

  return {
    resourceVersion: () => last,
    get: (kind, namespace, name) => shelves.get(kind)?.get(`${namespace}/${name}`)?.object,
    list: (kind, namespace) => entries(kind, namespace).map((entry) => entry.object),
    listJson: (kind, namespace) =>
      entries(kind, namespace).map((entry) => {
        entry.item ??= itemJson(entry.object);
        return entry.item;
      }),
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
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function itemJson(object: KubeObject): string {
  return JSON.stringify(resourceOf(object.kind).custom ? object : without(object, 'apiVersion', 'kind'));
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
