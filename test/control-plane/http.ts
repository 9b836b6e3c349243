import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../plugin/model/kube.ts';

/** How to reach an API server: its address, the certificates to trust, and a bearer token. */
export interface ApiAccess {
  server: string;
  ca: string;
  token: string;
}

export interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON, or text where it is none
  body: any;
}

export interface ApiRequest {
  method?: string;
  body?: unknown;
  contentType?: string;
  accept?: string;
  /** Milliseconds until the request is given up, 15000 unless told. */
  limitMs?: number;
}

/** Requests of one account to one API server, over a pool of kept connections. Answers of any status are returned. */
export interface ApiClient {
  readonly access: ApiAccess;
  send(path: string, options?: ApiRequest): Promise<ApiAnswer>;
  /** Like send, but a status of 400 or more throws {@link ApiRefusal}. */
  call(path: string, options?: ApiRequest): Promise<ApiAnswer>;
  /** Reports each line of an answer that goes on (a watch) until it ends, `signal` fires or `report` throws. */
  lines(path: string, signal: AbortSignal, report: (line: string) => void): Promise<void>;
  close(): void;
}

/** An answer of 400 or more, with the API's own words. */
export class ApiRefusal extends Error {
  readonly status: number;

  constructor(method: string, path: string, answer: ApiAnswer) {
    super(`${method} ${path}: ${answer.status} ${answer.body?.message ?? answer.body}`);
    this.name = 'ApiRefusal';
    this.status = answer.status;
  }
}

export function apiClient(access: ApiAccess, sockets = 32): ApiClient {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, ca: access.ca });
  const send = (path: string, options: ApiRequest = {}) => sendOnce(access, agent, path, options);
  return {
    access,
    send,
    async call(path, options) {
      const answer = await send(path, options);
      if (answer.status >= 400) throw new ApiRefusal(options?.method ?? 'GET', path, answer);
      return answer;
    },
    lines: (path, signal, report) => readLines(access, path, signal, report),
    close: () => agent.destroy(),
  };
}

function sendOnce(access: ApiAccess, agent: Agent, path: string, options: ApiRequest): Promise<ApiAnswer> {
  const { method = 'GET', contentType = 'application/json', accept = 'application/json' } = options;
  const payload = options.body === undefined ? undefined : JSON.stringify(options.body);
  const headers: Record<string, string> = { Authorization: `Bearer ${access.token}`, Accept: accept };
  if (payload !== undefined) {
    headers['Content-Type'] = contentType;
    // Node frames the body of a DELETE only when told its length.
    headers['Content-Length'] = String(Buffer.byteLength(payload));
  }
  const signal = AbortSignal.timeout(options.limitMs ?? 15_000);
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, access.server), { method, headers, agent, signal }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        resolve({ status: incoming.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString('utf8')) });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(payload);
  });
}

/** On a connection of its own: it stays open for minutes and must not take one from the pool. */
async function readLines(
  access: ApiAccess,
  path: string,
  signal: AbortSignal,
  report: (line: string) => void,
): Promise<void> {
  const headers = { Authorization: `Bearer ${access.token}`, Accept: 'application/json' };
  const options = { headers, ca: access.ca, agent: false, signal };
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    request(new URL(path, access.server), options, resolve).once('error', reject).end();
  });
  try {
    if (incoming.statusCode !== 200) throw new Error(`GET ${path}: ${incoming.statusCode}`);
    // The loop below ends with the stream; without a listener an aborted one would end the process.
    incoming.on('error', () => {});
    for await (const line of createInterface({ input: incoming })) report(line);
  } finally {
    incoming.destroy();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Ends the watch; resolves when nothing more is reported. */
export type StopWatch = () => Promise<void>;

/**
 * Reports every object of a list path now and after each change, `gone` when it is deleted. When the stream breaks or
 * is too old everything is listed again; objects that vanished in between are not reported.
 */
export function watchObjects(
  api: ApiClient,
  path: string,
  report: (object: KubeObject, gone: boolean) => void,
): StopWatch {
  const end = new AbortController();
  const done = run(api, path, report, end.signal);
  return async () => {
    end.abort();
    await done;
  };
}

async function run(
  api: ApiClient,
  path: string,
  report: (object: KubeObject, gone: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { body } = await api.call(path);
      for (const item of body.items) if (!signal.aborted) report(item, false);
      await stream(api, path, body.metadata.resourceVersion, report, signal);
    } catch {
      // The server is going away or refuses for the moment; a new list tells what was missed.
      if (!signal.aborted) await sleep(200);
    }
  }
}

async function stream(
  api: ApiClient,
  path: string,
  from: string,
  report: (object: KubeObject, gone: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion=${from}`;
  await api.lines(`${path}?${query}`, signal, (line) => {
    const event = JSON.parse(line) as { type: string; object: KubeObject };
    if (event.type === 'ERROR') throw new Error('the watch is too old');
    if (event.type !== 'BOOKMARK' && !signal.aborted) report(event.object, event.type === 'DELETED');
  });
}
