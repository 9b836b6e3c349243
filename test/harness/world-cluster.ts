import {
  ApiError,
  type ApiErrorKind,
  type Cluster,
  type Listed,
  type PatchType,
  type Precondition,
} from '../../plugin/cluster/port.ts';
import { mergePatch } from '../../plugin/lab/api/patch.ts';
import { type Kind, kinds } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { fieldManager } from '../../plugin/theia/time.ts';
import { namespace } from './world-objects.ts';
import type { WorldStore } from './world-store.ts';

/** One write as it was asked for, and the object before and after it; `after` is undefined for a delete. */
export interface Written {
  verb: 'create' | 'patch' | 'delete';
  kind: Kind;
  name: string;
  body: object;
  at: number;
  before: KubeObject | undefined;
  after: KubeObject | undefined;
}

export interface WorldCluster extends Cluster {
  /** Writes that were done, in order. */
  readonly writes: readonly Written[];
}

/** Called before each request is answered: time may pass, others may write; what it throws is thrown to the caller. */
export type Before = (verb: string, kind: Kind, name: string) => Promise<void> | void;

/** The port to a cluster, answered from a store in memory by the API server's rules as far as warmgate relies on them. */
export function worldCluster(store: WorldStore, before: Before = () => undefined): WorldCluster {
  const writes: Written[] = [];
  let requests = 0;
  const asked = async (verb: string, kind: Kind, name = ''): Promise<void> => {
    requests += 1;
    await before(verb, kind, name);
  };
  const fail = (error: ApiErrorKind, status: number, reason: string, verb: string, kind: Kind): never => {
    throw new ApiError({ kind: error, status, reason, verb, resource: kinds[kind].plural, namespace });
  };
  return {
    server: 'https://world.example.test',
    context: 'world',
    writes,
    traffic: () => ({ requests, writes: writes.length }),
    async list(kind, _, selector): Promise<Listed> {
      await asked('list', kind);
      const items = store.list(kind).filter((each) => selector === undefined || matches(each, selector));
      return { items, resourceVersion: String(store.version()), serverTime: store.now() };
    },
    async get(kind, _, name) {
      await asked('get', kind, name);
      return store.get(kind, name);
    },
    async create(kind, _, object) {
      const { name } = (object as KubeObject).metadata;
      await asked('create', kind, name);
      if (store.get(kind, name) !== undefined) fail('conflict', 409, 'AlreadyExists', 'create', kind);
      const after = store.create(kind, object as KubeObject);
      writes.push({ verb: 'create', kind, name, body: object, at: store.now(), before: undefined, after });
      return after;
    },
    async patch(kind, _, name, type: PatchType, body) {
      await asked('patch', kind, name);
      if (type !== 'merge') throw new Error(`a ${type} patch is not played here`);
      const found = store.get(kind, name);
      if (found === undefined) return fail('notFound', 404, 'NotFound', 'patch', kind);
      const { resourceVersion } = (body as KubeObject).metadata ?? {};
      if (resourceVersion !== undefined && resourceVersion !== found.metadata.resourceVersion)
        fail('conflict', 409, 'Conflict', 'patch', kind);
      const after = store.replace(mergePatch(found, body) as KubeObject, fieldManager);
      writes.push({ verb: 'patch', kind, name, body, at: store.now(), before: found, after });
      return after;
    },
    async delete(kind, _, name, precondition: Precondition) {
      await asked('delete', kind, name);
      const found = store.get(kind, name);
      if (found === undefined) return fail('notFound', 404, 'NotFound', 'delete', kind);
      const { uid, resourceVersion } = precondition;
      const moved = resourceVersion !== undefined && resourceVersion !== found.metadata.resourceVersion;
      if (uid !== found.metadata.uid || moved) fail('conflict', 409, 'Conflict', 'delete', kind);
      store.remove(kind, name);
      writes.push({
        verb: 'delete',
        kind,
        name,
        body: precondition,
        at: store.now(),
        before: found,
        after: undefined,
      });
    },
    wake: async () => undefined,
    may: async () => true,
    whoAmI: async () => 'system:serviceaccount:theia:warmgate',
    namespaceExists: async (name) => name === namespace,
    log: async () => undefined,
  };
}

function matches(object: KubeObject, selector: string): boolean {
  const [key = '', value] = selector.split('=');
  return object.metadata.labels?.[key] === value;
}
