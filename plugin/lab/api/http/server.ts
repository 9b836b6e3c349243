import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { sendError } from './answer.ts';
import type { RouteParts } from './parts.ts';
import { route } from './route.ts';

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
