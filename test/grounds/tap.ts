import { createServer, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A door before a real API server that counts one account's writes: what happens after the n-th can be told exactly. */
export interface Tap {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Calls back once the n-th write from now has been answered; the answer is passed on when the callback is done. */
  onWrite(n: number, then: () => void | Promise<void>): void;
  stop(): Promise<void>;
}

/** Passes every request on as it is, the credentials too, and the answer back, whatever it is. */
export async function openTap(server: string, ca: string): Promise<Tap> {
  const agent = new Agent({ keepAlive: true, ca });
  let waiting: { left: number; then: () => void | Promise<void> }[] = [];
  const due = (): (() => void | Promise<void>)[] => {
    for (const each of waiting) each.left -= 1;
    const now = waiting.filter(({ left }) => left === 0).map(({ then }) => then);
    waiting = waiting.filter(({ left }) => left > 0);
    return now;
  };
  const listener = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, server, agent, isWrite(incoming) ? due : () => []);
  });
  listener.requestTimeout = 0;
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    onWrite: (n, then) => {
      waiting.push({ left: n, then });
    },
    stop: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        listener.closeAllConnections();
        agent.destroy();
      }),
  };
}

function isWrite({ method = 'GET', url = '' }: IncomingMessage): boolean {
  return (
    method !== 'GET' &&
    !url.startsWith('/apis/authorization.k8s.io/') &&
    !url.startsWith('/apis/authentication.k8s.io/')
  );
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  server: string,
  agent: Agent,
  due: () => (() => void | Promise<void>)[],
): void {
  const { host: _, ...headers } = incoming.headers;
  const to = new URL(incoming.url ?? '/', server);
  const send = to.protocol === 'https:' ? secureRequest : plainRequest;
  const onward = send(to, { method: incoming.method ?? 'GET', headers, agent }, async (answer) => {
    for (const then of due()) await then();
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.on('error', () => onward.destroy());
  incoming.pipe(onward);
}
