import { isDeepStrictEqual } from 'node:util';
import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { stamp } from './world-objects.ts';

/** The objects of one namespace as an API server keeps them: never changed in place, each write with a new version. */
export interface WorldStore {
  now(): number;
  /** Moves time; never back. */
  setNow(ms: number): void;
  version(): number;
  list(kind: string): KubeObject[];
  all(): KubeObject[];
  get(kind: string, name: string): KubeObject | undefined;
  create(kind: Kind, object: Omit<KubeObject, 'metadata'> & { metadata: object }): KubeObject;
  /** Stores it under a new resourceVersion, and a new generation where the spec differs. */
  replace(object: KubeObject, manager: string): KubeObject;
  remove(kind: string, name: string): void;
  /** Stored as it is, UID, times and versions included. */
  put(object: KubeObject): void;
  /** Called after each change. */
  onChange(listener: (before: KubeObject | undefined, after: KubeObject | undefined) => void): void;
}

export function worldStore(objects: readonly KubeObject[], start: number): WorldStore {
  const byKind = new Map<string, Map<string, KubeObject>>();
  const listeners: ((before: KubeObject | undefined, after: KubeObject | undefined) => void)[] = [];
  let now = start;
  let version = 1000;
  let made = 0;
  const shelf = (kind: string): Map<string, KubeObject> => {
    const found = byKind.get(kind) ?? new Map<string, KubeObject>();
    byKind.set(kind, found);
    return found;
  };
  const tell = (before: KubeObject | undefined, after: KubeObject | undefined): void => {
    for (const listener of listeners) listener(before, after);
  };
  const save = (object: KubeObject): KubeObject => {
    version += 1;
    const { metadata } = object;
    const stored = { ...object, metadata: { ...metadata, resourceVersion: String(version) } };
    const before = shelf(object.kind).get(metadata.name);
    shelf(object.kind).set(metadata.name, stored);
    tell(before, stored);
    return stored;
  };
  const store: WorldStore = {
    now: () => now,
    setNow: (ms) => {
      now = Math.max(now, ms);
    },
    version: () => version,
    list: (kind) => [...shelf(kind).values()],
    all: () => [...byKind.values()].flatMap((each) => [...each.values()]),
    get: (kind, name) => shelf(kind).get(name),
    create(kind, object) {
      made += 1;
      const counted = kind === 'Deployment' || kind === 'AppDefinition' ? { generation: 1 } : {};
      const uid = `made-${String(made).padStart(6, '0')}-${kind.toLowerCase()}`;
      const metadata = { ...object.metadata, ...counted, uid, creationTimestamp: stamp(now) };
      return save({ ...object, kind, metadata } as KubeObject);
    },
    replace(object, manager) {
      const before = shelf(object.kind).get(object.metadata.name);
      const changed = !isDeepStrictEqual(before?.spec, object.spec);
      const generation = object.metadata.generation;
      const others = (object.metadata.managedFields ?? []).filter((each) => each.manager !== manager);
      const metadata = {
        ...object.metadata,
        ...(generation !== undefined && changed ? { generation: generation + 1 } : {}),
        managedFields: [...others, { manager, operation: 'Update', time: stamp(now) }],
      };
      return save({ ...object, metadata });
    },
    remove(kind, name) {
      const before = shelf(kind).get(name);
      shelf(kind).delete(name);
      version += 1;
      if (before !== undefined) tell(before, undefined);
    },
    put(object) {
      shelf(object.kind).set(object.metadata.name, object);
    },
    onChange: (listener) => void listeners.push(listener),
  };
  for (const object of objects) store.put(object);
  return store;
}
