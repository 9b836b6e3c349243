import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Connection, type ConnectOptions, connect } from '../../plugin/cluster/client.ts';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Reply = (request: Seen, response: ServerResponse, nth: number) => void;

/** A server on loopback that does what the test says, a kubeconfig for it, and everything it was asked. */
export interface Api {
  seen: Seen[];
  sockets: Set<unknown>;
  server: string;
  kubeconfig: string;
  folder: string;
  connect(options?: ConnectOptions): Promise<Connection>;
  close(): Promise<void>;
}

export async function api(reply: Reply): Promise<Api> {
  const seen: Seen[] = [];
  const sockets = new Set<unknown>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    reply(seen.at(-1) as Seen, response, seen.length);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'warmgate-test-'));
  const kubeconfig = path.join(folder, 'config');
  writeFileSync(kubeconfig, kubeconfigOf(url));
  const opened: Connection[] = [];
  return {
    seen,
    sockets,
    server: url,
    kubeconfig,
    folder,
    async connect(options = {}) {
      const connection = await connect({ kubeconfig, env: {}, ...options });
      opened.push(connection);
      return connection;
    },
    async close() {
      for (const connection of opened) await connection.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function kubeconfigOf(
  server: string,
  { context = 'lab', namespace = 'pools', token = 't0ken' } = {},
): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': context,
    clusters: [{ name: context, cluster: { server } }],
    users: [{ name: context, user: { token } }],
    contexts: [{ name: context, context: { cluster: context, user: context, namespace } }],
  });
}

export function json(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** The body of a failure, as the API server words it; `message` must never be seen outside cluster/. */
export function failed(reason: string, more: object = {}): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'secret s3cret', reason, ...more };
}

/** The error that a promise ends in; fails when it ends well. */
export async function rejected<E extends Error>(work: Promise<unknown>): Promise<E> {
  try {
    await work;
  } catch (error) {
    return error as E;
  }
  throw new Error('was expected to fail');
}
