import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { refuse } from '../api/status-error.ts';
import { sendError, sendJson, sendText, sendUnknownPath } from './answer.ts';
import { discover, type Installed, review } from './discovery.ts';
import { serveRead } from './read.ts';
import { type Call, parseTarget, type RouteParts } from './request.ts';
import { serveWrite } from './write.ts';

export interface ApiServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Ends every open connection, watches and hung requests too; the server goes on. */
  cut(): void;
  stop(): Promise<void>;
}

/** Listens on a free port of loopback. The Date header is the lab's clock. */
export async function startServer(parts: RouteParts): Promise<ApiServer> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    response.sendDate = false;
    response.setHeader('Date', new Date(parts.now()).toUTCString());
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    route(parts, request, response).catch((error: unknown) => answerError(response, error));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

function answerError(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) sendError(response, error);
  else response.destroy();
}

const reads = new Set(['get', 'list', 'watch']);

/** Answers one request. Throws StatusError where it is refused. */
export async function route(
  parts: RouteParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://lab');
  const caller = parts.users.callerOf(request, url.searchParams.get('fieldManager'));
  const target = parseTarget(request.method ?? 'GET', url);
  const body = await readBody(request);
  const reviewed =
    request.method === 'POST' ? review(url.pathname, body, caller.user, parts.access) : undefined;
  if (reviewed !== undefined) sendJson(response, 201, reviewed);
  else if (target === undefined) sendDiscovery(url.pathname, parts.installed, response);
  else {
    const kind = target.resource?.kind ?? target.plural;
    const call: Call = { request, response, query: url.searchParams, target, kind, caller, body };
    await (reads.has(target.verb) ? serveRead(parts, call) : serveWrite(parts, call));
  }
}

function sendDiscovery(path: string, installed: Installed, response: ServerResponse): void {
  const found = discover(path, installed);
  if (found === undefined) sendUnknownPath(response);
  else if (typeof found === 'string') sendText(response, 200, found);
  else sendJson(response, 200, found);
}

const limit = 3 * 1024 * 1024;

/** The request's JSON body, undefined when it is empty. Throws StatusError 400 where it is no JSON or above 3 MiB, 415 for protobuf. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type']?.includes('protobuf')) throw refuse.unsupported(['application/json']);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > limit) throw refuse.badRequest('the body of the request is too large');
    chunks.push(chunk as Buffer);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw refuse.badRequest('the body of the request is no JSON');
  }
}
