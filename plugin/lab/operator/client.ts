import { type KindRow, kinds } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { type OperatorObject, RequestFailed } from '../../theia/reconcile/requests.ts';
import type { NewObject } from '../../theia/templates/new-object.ts';
import { createHttp, type Http } from './http.ts';
import type { ServerAccess } from './server.ts';

export interface WatchEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: KubeObject;
}

/** What the operator asks of the API server, in one namespace. Every method throws {@link RequestFailed} when refused. */
export interface Client {
  list(kind: OperatorObject): Promise<KubeObject[]>;
  get(kind: OperatorObject, name: string): Promise<KubeObject | undefined>;
  create(kind: OperatorObject, object: NewObject | object): Promise<KubeObject>;
  /** A merge patch; `resourceVersion` inside makes the server refuse it when the object moved. */
  patch(kind: OperatorObject, name: string, body: object, subresource?: 'status'): Promise<KubeObject>;
  /** By name, without any precondition; one that is gone is no failure. */
  remove(kind: OperatorObject, name: string): Promise<void>;
  /** From the given resourceVersion, or with all that is there as ADDED first. Ends when the server ends it. */
  watch(
    kind: OperatorObject,
    from: string,
    opened: () => void,
    event: (event: WatchEvent) => void,
  ): Promise<void>;
  destroy(): void;
  readonly sent: () => number;
}

const rows: Record<OperatorObject, KindRow> = {
  ...kinds,
  Workspace: { group: 'theia.cloud', version: 'v1beta5', plural: 'workspaces' },
};

export function createClient(access: ServerAccess, namespace: string): Client {
  const http = createHttp(access);
  const at = (kind: OperatorObject, name = ''): string => pathOf(kind, namespace, name);
  return {
    sent: http.sent,
    destroy: http.destroy,
    list: async (kind) => {
      const { items } = await asked(http, 'list', { method: 'GET', path: at(kind) });
      const apiVersion = versionOf(kind);
      return items.map((item: KubeObject) => ({ ...item, apiVersion, kind }));
    },
    get: async (kind, name) => {
      const { status, body } = await http.ask({ method: 'GET', path: at(kind, name) });
      return status === 404 ? undefined : checked(status, body, `get ${kind}`);
    },
    create: (kind, object) => asked(http, `create ${kind}`, { method: 'POST', path: at(kind), body: object }),
    patch: (kind, name, body, subresource) =>
      asked(http, `patch ${kind}`, {
        method: 'PATCH',
        path: subresource === undefined ? at(kind, name) : `${at(kind, name)}/${subresource}`,
        body,
        contentType: 'application/merge-patch+json',
      }),
    remove: async (kind, name) => {
      const body = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' };
      const answer = await http.ask({ method: 'DELETE', path: at(kind, name), body });
      if (answer.status !== 404) checked(answer.status, answer.body, `delete ${kind}`);
    },
    watch: (kind, from, opened, event) => {
      const since = from === '' ? '' : `&resourceVersion=${encodeURIComponent(from)}`;
      return http.stream(`${at(kind)}?watch=true&allowWatchBookmarks=true${since}`, opened, (line) =>
        event(line as WatchEvent),
      );
    },
  };
}

function pathOf(kind: OperatorObject, namespace: string, name: string): string {
  const { group, plural } = rows[kind];
  const root = group === '' ? '/api' : '/apis';
  const path = `${root}/${versionOf(kind)}/namespaces/${encodeURIComponent(namespace)}/${plural}`;
  return name === '' ? path : `${path}/${encodeURIComponent(name)}`;
}

function versionOf(kind: OperatorObject): string {
  const { group, version } = rows[kind];
  return group === '' ? version : `${group}/${version}`;
}

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
async function asked(http: Http, what: string, request: Parameters<Http['ask']>[0]): Promise<any> {
  const { status, body } = await http.ask(request);
  return checked(status, body, what);
}

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function checked(status: number, body: any, what: string): any {
  if (status >= 200 && status < 300) return body;
  throw new RequestFailed(status, what, String(body?.message ?? ''));
}
