import type { Cluster } from '../../plugin/cluster/port.ts';
import { clusterPort } from '../../plugin/lab/in-process.ts';
import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { fieldManager } from '../../plugin/theia/time.ts';
import type { WorldNamespace } from './world-namespace.ts';

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

/** The port to the lab's API server without HTTP; every write that was done is kept. */
export function worldCluster(store: WorldNamespace, before: Before = () => undefined): WorldCluster {
  const port = clusterPort(store.cluster, { user: fieldManager, manager: fieldManager });
  const writes: Written[] = [];
  async function written<T>(
    { verb, kind, name, body }: Pick<Written, 'verb' | 'kind' | 'name' | 'body'>,
    write: () => Promise<T>,
  ): Promise<T> {
    await before(verb, kind, name);
    const found = store.get(kind, name);
    const answer = await write();
    const after = store.get(kind, name);
    writes.push({ verb, kind, name, body, at: store.now(), before: found, after });
    return answer;
  }
  return {
    ...port,
    writes,
    async list(kind, ...rest) {
      await before('list', kind, '');
      return port.list(kind, ...rest);
    },
    async get(kind, namespace, name) {
      await before('get', kind, name);
      return port.get(kind, namespace, name);
    },
    create: (kind, namespace, object) => {
      const { name } = (object as KubeObject).metadata;
      return written({ verb: 'create', kind, name, body: object }, () =>
        port.create(kind, namespace, object),
      );
    },
    patch: (kind, namespace, name, type, body) =>
      written({ verb: 'patch', kind, name, body }, () => port.patch(kind, namespace, name, type, body)),
    delete: (kind, namespace, name, precondition) =>
      written({ verb: 'delete', kind, name, body: precondition }, () =>
        port.delete(kind, namespace, name, precondition),
      ),
  };
}
