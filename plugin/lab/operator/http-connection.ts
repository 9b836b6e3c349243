import http from 'node:http';
import https from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { type KindRow, kinds } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { type OperatorObject, RequestFailed } from '../../theia/reconcile/requests.ts';
import type { ServerAccess } from './access.ts';
import type { Connection, ServerRequest } from './connection.ts';

/** Longest wait for an answer, milliseconds of the wall's clock. */
const timeLimit = 30_000;

/** Managed fields and the lab's audit log name a writer by the first word of this. */
const userAgent = 'fabric8-kubernetes-client/lab';

const rows: Record<OperatorObject, KindRow> = {
  ...kinds,
  Workspace: { group: 'theia.cloud', version: 'v1beta5', plural: 'workspaces' },
};

/** One HTTP request: method, path below the server, body as JSON. */
interface Ask {
  method: string;
  path: string;
  body?: object;
  contentType?: string;
}

/** A {@link Connection} over bare HTTP; nothing is retried. */
export interface HttpConnection extends Connection {
  /** The same for one who waits. @throws RequestFailed; Error when no answer came, or none may come any more */
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON
  request(request: ServerRequest): Promise<any>;
}

export function httpConnection(
  { server, token, ca, cert, key }: ServerAccess,
  namespace: string,
): HttpConnection {
  const secure = server.startsWith('https:');
  const client = secure ? https : http;
  const agent = new client.Agent({ keepAlive: true, ...(secure ? { ca, cert, key } : {}) });
  let closed = false;

  function send(
    { method, path, body, contentType = 'application/json' }: Ask,
    signal?: AbortSignal,
  ): Promise<http.IncomingMessage> {
    if (closed) return Promise.reject(new Error('the connection is closed'));
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      'User-Agent': userAgent,
      Accept: 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(text === undefined
        ? {}
        : { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const request = client.request(new URL(path, server), { method, agent, headers, signal });
      request.once('response', resolve);
      request.once('error', reject);
      request.end(text);
    });
  }

  async function request(asked: ServerRequest): Promise<unknown> {
    const response = await send(askOf(asked, namespace), AbortSignal.timeout(timeLimit));
    return answerOf(asked, response.statusCode ?? 0, readJson(await textOf(response)));
  }

  async function stream(
    kind: OperatorObject,
    from: string,
    opened: () => void,
    take: (line: string) => void,
  ): Promise<void> {
    const since = from === '' ? '' : `&resourceVersion=${encodeURIComponent(from)}`;
    const path = `${pathOf(kind, namespace, '')}?watch=true&allowWatchBookmarks=true${since}`;
    const response = await send({ method: 'GET', path });
    if (response.statusCode !== 200) {
      response.resume();
      throw new Error(`watch answered ${response.statusCode}`);
    }
    if (!closed) opened();
    let rest = '';
    response.setEncoding('utf8');
    for await (const chunk of response) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (!closed && line !== '') take(line);
    }
  }

  return {
    request,
    send: (asked, answered) => {
      request(asked).then(
        (value) => closed || answered({ value }),
        (error: unknown) => closed || answered({ error }),
      );
    },
    watch: (kind, from, watcher) => {
      stream(kind, from, watcher.opened, (line) => watcher.event(JSON.parse(line))).then(
        () => closed || watcher.ended(),
        (error: Error) => closed || watcher.ended(error),
      );
    },
    close: () => {
      closed = true;
      agent.destroy();
    },
  };
}

function askOf(request: ServerRequest, namespace: string): Ask {
  const path = pathOf(request.kind, namespace, 'name' in request ? request.name : '');
  switch (request.verb) {
    case 'list':
    case 'get':
      return { method: 'GET', path };
    case 'create':
      return { method: 'POST', path, body: request.object };
    case 'patch': {
      const at = request.subresource === undefined ? path : `${path}/${request.subresource}`;
      return { method: 'PATCH', path: at, body: request.body, contentType: 'application/merge-patch+json' };
    }
    case 'delete': {
      const body = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' };
      return { method: 'DELETE', path, body };
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function answerOf({ verb, kind }: ServerRequest, status: number, body: any): unknown {
  if (status === 404 && (verb === 'get' || verb === 'delete')) return undefined;
  if (status < 200 || status >= 300)
    throw new RequestFailed(status, `${verb} ${kind}`, String(body?.message ?? ''));
  if (verb !== 'list') return body;
  const apiVersion = versionOf(kind);
  return body.items.map((item: KubeObject) => ({ ...item, apiVersion, kind }));
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}
