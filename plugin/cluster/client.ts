import { apiVersionOf, type Kind } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';
import { may, whoAmI } from './access.ts';
import { labScale, type ServerClock, serverClock } from './clock.ts';
import type { Answer } from './errors.ts';
import type { ConfigSource } from './kubeconfig.ts';
import { ApiError, type Cluster } from './port.ts';
import * as requests from './requests.ts';
import { watches } from './watch.ts';

export interface ConnectOptions extends Partial<ConfigSource> {
  /** Aborted: waits, retries and reads end at once with RunError 'interrupted', nothing new is sent, a write under way gets 3 s. */
  stop?: AbortSignal;
  /** Milliseconds of `clock` for which failures may be retried; asked before each retry. Default: 30 s from `connect`. */
  remaining?: () => number;
  /** Make it first when `remaining` counts on it; default: one of the lab's scale. */
  clock?: ServerClock;
  /** Wall milliseconds for one try of one request; default 10 s. */
  requestTimeoutMs?: number;
  /** Goes before the service account's directory; for tests. */
  root?: string;
}

export interface Connection extends Cluster {
  /** The context's or pod's own namespace; `default` where neither says. */
  readonly namespace: string;
  readonly clock: ServerClock;
  /** The proxy on the way to the server, without its credentials; undefined: none. */
  readonly proxy: string | undefined;
  /** What whoever runs this must know about the configuration. */
  readonly warnings: readonly string[];
  /** Any other GET, parsed; undefined where there is nothing. `resource` and `namespace` name it in an error. */
  read(path: string, resource: string, namespace: string): Promise<unknown>;
  /** Ends watches and sockets. */
  close(): Promise<void>;
}

/**
 * Finds the cluster and the credentials; sends nothing yet.
 * Methods throw {@link ApiError}, or RunError 'interrupted' and 'credentialsFailed'.
 *
 * What a retried write means when the first answer was lost: a guarded patch that had been carried out comes back as
 * 'conflict', so does a create that finds its object there; a delete that finds it gone is done. A create under
 * `generateName` and an unguarded JSON patch are only retried when the server surely did not act on them.
 * @throws RunError as `locate` and `labScale`
 */
export async function connect(options: ConnectOptions = {}): Promise<Connection> {
  const { env = process.env, requestTimeoutMs = 10_000 } = options;
  // Closing ends what is still under way: a request that fails for want of its socket must not be tried again.
  const closed = new AbortController();
  const stop = AbortSignal.any([closed.signal, ...(options.stop === undefined ? [] : [options.stop])]);
  const clock = options.clock ?? serverClock({ scale: labScale(env) });
  const remaining = options.remaining ?? (() => 30_000 - clock.elapsed());
  // Loaded here, for commands that need no cluster: the client takes longer to load than all the rest.
  const [{ locate }, { credentials: make }, { sender }, { stream }] = await Promise.all([
    import('./locate.ts'),
    import('./credentials.ts'),
    import('./retry.ts'),
    import('./transport.ts'),
  ]);
  const load = () => locate({ kubeconfig: options.kubeconfig, context: options.context, env }, options.root);
  const located = load();
  const credentials = make(located, load);
  const { send, traffic } = sender({ credentials, clock, retry: { remaining }, stop, requestTimeoutMs });
  const watching = watches({
    clock,
    stop,
    async open(request) {
      traffic.requests += 1;
      return stream(await credentials.endpoint(), request, stop);
    },
    async version(kind, namespace) {
      const { answer } = await send(requests.listRequest(kind, namespace, { limit: '1' }));
      return read<List>(answer).metadata?.resourceVersion;
    },
  });
  const object = async (asked: requests.ApiRequest): Promise<KubeObject> => read((await send(asked)).answer);

  return {
    server: located.server,
    context: located.context,
    namespace: located.namespace,
    proxy: located.proxy === undefined ? undefined : `${located.proxy.protocol}//${located.proxy.host}`,
    warnings: located.warnings,
    clock,
    traffic: () => ({ ...traffic }),
    async list(kind, namespace, labelSelector) {
      const listed = watching.listing(kind, namespace);
      const query = labelSelector === undefined ? undefined : { labelSelector };
      const { answer } = await send(requests.listRequest(kind, namespace, query));
      const { items, metadata } = read<List>(answer);
      const resourceVersion = metadata?.resourceVersion ?? '';
      listed(resourceVersion);
      const date = Date.parse(answer.date ?? '');
      return {
        items: (items ?? []).map((item) => named(item, kind)),
        resourceVersion,
        serverTime: Number.isNaN(date) ? clock.now() : date,
      };
    },
    get: (kind, namespace, name) => absent(object(requests.getRequest(kind, namespace, name))),
    create: (kind, namespace, body) => object(requests.createRequest(kind, namespace, body)),
    patch: (kind, namespace, name, type, body) =>
      object(requests.patchRequest(kind, namespace, name, type, body)),
    async delete(kind, namespace, name, precondition) {
      await send(requests.deleteRequest(kind, namespace, name, precondition));
    },
    wake: (kinds, namespace, timeoutMs) => watching.wake(kinds, namespace, timeoutMs),
    may: (access) => may(send, access),
    whoAmI: () => whoAmI(send),
    async namespaceExists(name) {
      const asked = requests.readRequest(
        'namespaces',
        name,
        `/api/v1/namespaces/${encodeURIComponent(name)}`,
      );
      return (await absent(object(asked))) !== undefined;
    },
    async log(namespace, pod, container, lines) {
      const where = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`;
      const query = new URLSearchParams({ container, tailLines: String(lines), limitBytes: '16384' });
      const asked = requests.readRequest('pods/log', namespace, `${where}?${query}`);
      return denied(send(asked).then(({ answer }) => answer.text));
    },
    async read(path, resource, namespace) {
      try {
        return read<unknown>((await send(requests.readRequest(resource, namespace, path))).answer);
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'notFound') return undefined;
        throw error;
      }
    },
    async close() {
      closed.abort();
      await credentials.close();
    },
  };
}

interface List {
  items?: KubeObject[] | null;
  metadata?: { resourceVersion?: string };
}

function read<T = KubeObject>(answer: Answer): T {
  return JSON.parse(answer.text);
}

/** Items of the built-in kinds come without apiVersion and kind. */
function named(item: KubeObject, kind: Kind): KubeObject {
  return { ...item, apiVersion: item.apiVersion ?? apiVersionOf(kind), kind: item.kind ?? kind };
}

/** A missing object is undefined; a kind that the server does not serve is an error. */
async function absent<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'notFound' && error.reason !== 'NotServed')
      return undefined;
    throw error;
  }
}

async function denied<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && ['forbidden', 'notFound', 'invalid'].includes(error.kind))
      return undefined;
    throw error;
  }
}
