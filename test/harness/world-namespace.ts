import { isDeepStrictEqual } from 'node:util';
import { resources } from '../../plugin/lab/api/resources.ts';
import { afterWrite } from '../../plugin/lab/api/update.ts';
import { type VirtualClock, virtualClock } from '../../plugin/lab/clock.ts';
import { type ClusterOptions, createCluster, type EmbeddedCluster } from '../../plugin/lab/cluster.ts';
import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { namespace, stamp } from './world-objects.ts';

/** The one namespace of a world, in the lab's API server, by kind and name. */
export interface WorldNamespace {
  readonly cluster: EmbeddedCluster<VirtualClock>;
  now(): number;
  /** Moves time; never back. */
  setNow(ms: number): void;
  version(): number;
  list(kind: string): readonly KubeObject[];
  all(): readonly KubeObject[];
  get(kind: string, name: string): KubeObject | undefined;
  /** As somebody at a keyboard writes it, through the API. */
  create(kind: Kind, object: object): KubeObject;
  /** Nothing where it is gone. */
  remove(kind: string, name: string): void;
  /** Whatever differs, status and deletion too; a new generation where the spec differs. */
  replace(object: KubeObject, manager: string): KubeObject;
  /** Stored as it is, UID and times included. */
  put(object: KubeObject): void;
}

const somebody = { user: 'somebody', manager: 'somebody' };
const kinds = resources.map(({ kind }) => kind).filter((kind) => kind !== 'Namespace');

export function worldNamespace(
  contents: readonly KubeObject[],
  start: number,
  options: ClusterOptions = {},
): WorldNamespace {
  const clock = virtualClock(start);
  const cluster = createCluster(clock, { ...options, namespaces: [namespace], contents });
  const { api, store } = cluster;
  const get = (kind: string, name: string): KubeObject | undefined => store.get(kind, namespace, name);
  let all: { version: number; objects: readonly KubeObject[] } = { version: -1, objects: [] };
  return {
    cluster,
    now: clock.now,
    setNow: (ms) => clock.advance(Math.max(0, ms - clock.now())),
    version: store.resourceVersion,
    list: (kind) => store.list(kind, namespace),
    all() {
      const version = store.resourceVersion();
      if (all.version !== version)
        all = { version, objects: kinds.flatMap((kind) => store.list(kind, namespace)) };
      return all.objects;
    },
    get,
    create: (kind, object) => {
      const { metadata, ...rest } = object as KubeObject;
      const { uid: _, resourceVersion: __, ...own } = metadata;
      return api.create(somebody, kind, namespace, { ...rest, metadata: own });
    },
    remove: (kind, name) => {
      if (get(kind, name) !== undefined) api.remove(somebody, { kind, namespace, name });
    },
    replace(object, manager) {
      const before = get(object.kind, object.metadata.name);
      const { apiVersion, metadata } = object;
      const { generation } = metadata;
      const changed = generation !== undefined && !isDeepStrictEqual(before?.spec, object.spec);
      return store.put({
        ...object,
        metadata: {
          ...metadata,
          ...(changed ? { generation: generation + 1 } : {}),
          managedFields: afterWrite(metadata, apiVersion, manager, '', stamp(clock.now())),
        },
      });
    },
    put: (object) => void store.put(object),
  };
}
