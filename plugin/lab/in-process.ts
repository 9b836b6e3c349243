import { ApiError, type ApiErrorKind, type Cluster, type Listed } from '../cluster/port.ts';
import { type Kind, kinds } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';
import { RequestFailed } from '../theia/reconcile/requests.ts';
import type { Caller } from './api/caller.ts';
import { labelMatches } from './api/selectors.ts';
import { StatusError } from './api/status-error.ts';
import type { Change } from './api/store.ts';
import type { EmbeddedCluster } from './cluster.ts';
import type { Connection, Outcome, ServerRequest } from './operator/connection.ts';

/** warmgate's way to an embedded cluster without HTTP: the same API, the same refusals, no lost answers. */
export function clusterPort({ api, store, clock }: EmbeddedCluster, caller: Caller): Cluster {
  let requests = 0;
  let writes = 0;
  /** Answered in a later turn, as by a server; what is refused becomes an {@link ApiError}. */
  async function ask<T>(verb: string, kind: Kind, namespace: string, answer: () => T): Promise<T> {
    requests += 1;
    if (verb !== 'get' && verb !== 'list') writes += 1;
    try {
      return answer();
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      const { code: status, reason = '' } = error.body;
      const meaning = meanings[status] ?? (status >= 500 ? 'busy' : 'invalid');
      throw new ApiError({ kind: meaning, status, reason, verb, resource: kinds[kind].plural, namespace });
    }
  }
  return {
    server: 'https://lab.example.test',
    context: 'lab',
    traffic: () => ({ requests, writes }),
    list: (kind, namespace, selector) =>
      ask('list', kind, namespace, (): Listed => {
        const all = store.list(kind, namespace);
        return {
          items: selector === undefined ? [...all] : all.filter(labelMatches(selector)),
          resourceVersion: String(store.resourceVersion()),
          serverTime: Math.floor(clock.now() / 1000) * 1000,
        };
      }),
    get: (kind, namespace, name) => ask('get', kind, namespace, () => store.get(kind, namespace, name)),
    create: (kind, namespace, object) =>
      ask('create', kind, namespace, () => api.create(caller, kind, namespace, object)),
    patch: (kind, namespace, name, type, body) =>
      ask('patch', kind, namespace, () => api.patch(caller, { kind, namespace, name }, type, body)),
    delete: (kind, namespace, name, preconditions) =>
      ask('delete', kind, namespace, () => {
        api.remove(caller, { kind, namespace, name }, { preconditions });
      }),
    wake: (watched, namespace, timeoutMs) => {
      const over = new AbortController();
      const unsubscribe = store.subscribe((change) => {
        const isWatched = watched.some((kind) => kind === change.kind);
        if (isWatched && change.namespace === namespace) over.abort();
      });
      return clock.sleep(timeoutMs, over.signal).finally(unsubscribe);
    },
    may: async () => true,
    whoAmI: async () => caller.user,
    namespaceExists: async (name) => store.get('Namespace', '', name) !== undefined,
    log: async () => undefined,
  };
}

const meanings: Readonly<Record<number, ApiErrorKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  410: 'busy',
  429: 'busy',
};

/** The operator's way to an embedded cluster without HTTP: every answer comes during the call, an event of a watch after it. */
export function inProcessConnection(
  cluster: EmbeddedCluster,
  namespace: string,
  caller: Caller = { user: 'operator', manager: 'fabric8-kubernetes-client' },
): Connection {
  const { api, store, clock } = cluster;
  let closed = false;
  const ends: (() => void)[] = [];

  function answer(request: ServerRequest): unknown {
    const { kind } = request;
    const at = { kind, namespace, name: 'name' in request ? request.name : '' };
    switch (request.verb) {
      case 'list':
        return store.list(kind, namespace);
      case 'get':
        return store.get(kind, namespace, request.name);
      case 'create':
        return api.create(caller, kind, namespace, request.object);
      case 'patch': {
        const { subresource = '' } = request;
        return api.patch(caller, at, 'merge', request.body, { subresource });
      }
      case 'delete':
        if (store.get(kind, namespace, at.name) !== undefined) api.remove(caller, at);
        return undefined;
    }
  }

  return {
    send(request, answered) {
      if (!closed) answered(outcomeOf(request, answer));
    },
    watch(kind, from, { opened, event, ended }) {
      if (closed) return;
      const own = (change: Change): void => {
        if (change.kind !== kind || change.namespace !== namespace) return;
        clock.after(0, () => closed || event(change));
      };
      const missed = from === '' ? [] : store.since(Number(from));
      opened();
      if (missed === undefined) {
        event({ type: 'ERROR', object: { message: 'too old resource version' } as unknown as KubeObject });
        ended();
        return;
      }
      ends.push(store.subscribe(own));
      if (from === '') for (const object of store.list(kind, namespace)) event({ type: 'ADDED', object });
      for (const change of missed) own(change);
    },
    close() {
      closed = true;
      for (const end of ends) end();
    },
  };
}

function outcomeOf(request: ServerRequest, answer: (request: ServerRequest) => unknown): Outcome {
  try {
    return { value: answer(request) };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const { code, message } = error.body;
    return { error: new RequestFailed(code, `${request.verb} ${request.kind}`, message) };
  }
}
