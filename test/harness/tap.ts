import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { readAccess } from '../../plugin/lab/operator/access.ts';
import { writeKubeconfig } from '../control-plane/access.ts';

/** A request at the door. */
export interface Asked {
  method: string;
  /** Path and query. */
  url: string;
  write: boolean;
}

/** Asked before a request is passed on. `drop`: its connection ends, and the server never hears of it. */
export type Doorman = (asked: Asked) => 'drop' | undefined | Promise<'drop' | undefined>;

/** A door before an API server that counts one account's writes: what happens after the n-th can be told exactly. */
export interface Tap {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Calls back once the n-th write from now has been answered; the answer is passed on when the callback is done. */
  onWrite(n: number, then: () => unknown): void;
  /** The same ahead of the n-th write, which is passed on when the callback is done; not at all where it says `drop`. */
  beforeWrite(n: number, then: () => unknown): void;
  /** One for all requests from now on; another one takes its place. */
  before(doorman: Doorman): void;
  stop(): Promise<void>;
}

/** Passes every request on as it is, the credentials too, and the answer back. Writes to `uncounted` paths count for nothing. */
export async function openTap(server: string, ca?: string, uncounted = /^$/): Promise<Tap> {
  const onward = onwardTo(server, ca);
  let doorman: Doorman = () => undefined;
  const come = countdown();
  const answered = countdown();
  const listener = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '' } = incoming;
    const write = isWrite(method, url);
    incoming.on('error', () => undefined);
    const counts = write && !uncounted.test(url);
    void (async () => {
      const said = [await doorman({ method, url, write })];
      if (counts) for (const then of come.due()) said.push((await then()) as 'drop' | undefined);
      if (said.includes('drop')) incoming.socket.destroy();
      else pass(incoming, outgoing, onward, counts ? answered.due : () => []);
    })();
  });
  listener.requestTimeout = 0;
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    onWrite: answered.add,
    beforeWrite: come.add,
    before: (next) => {
      doorman = next;
    },
    stop: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        listener.closeAllConnections();
        onward.agent.destroy();
      }),
  };
}

/** Writes a kubeconfig beside this one, for the same account behind the tap. */
export async function behindTap(tap: Tap, kubeconfig: string, namespace: string): Promise<string> {
  const { token = '' } = readAccess(kubeconfig);
  const path = `${kubeconfig}.tapped`;
  await writeKubeconfig(path, { server: tap.url, ca: '', token }, namespace);
  return path;
}

/** What is to happen at the n-th time from when it was added. */
function countdown(): { add(n: number, then: () => unknown): void; due(): (() => unknown)[] } {
  let waiting: { left: number; then: () => unknown }[] = [];
  return {
    add: (n, then) => {
      waiting.push({ left: n, then });
    },
    due() {
      for (const each of waiting) each.left -= 1;
      const now = waiting.filter(({ left }) => left === 0).map(({ then }) => then);
      waiting = waiting.filter(({ left }) => left > 0);
      return now;
    },
  };
}

interface Onward {
  server: string;
  agent: http.Agent;
  send: typeof http.request;
}

function onwardTo(server: string, ca: string | undefined): Onward {
  if (server.startsWith('http:'))
    return { server, agent: new http.Agent({ keepAlive: true }), send: http.request };
  const trust = ca === undefined ? {} : { ca };
  return { server, agent: new https.Agent({ keepAlive: true, ...trust }), send: https.request };
}

function isWrite(method: string, url: string): boolean {
  return (
    method !== 'GET' &&
    !url.startsWith('/apis/authorization.k8s.io/') &&
    !url.startsWith('/apis/authentication.k8s.io/')
  );
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { server, agent, send }: Onward,
  due: () => (() => unknown)[],
): void {
  const { host: _, ...headers } = incoming.headers;
  const to = new URL(incoming.url ?? '/', server);
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
