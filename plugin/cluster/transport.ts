import type { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici';
import type { Answer, Outcome } from './errors.ts';
import type { ApiRequest } from './requests.ts';

/** Where requests go, and what each of them carries. */
export interface Endpoint {
  /** `https://host:port/prefix`, without a slash at the end. */
  server: string;
  /** A list is sent as that many headers. */
  headers: Record<string, string | string[]>;
  dispatcher: Dispatcher;
}

/** What secures a connection; empty for plain http. */
export interface Tls {
  secureContext?: SecureContext;
  servername?: string;
  rejectUnauthorized?: false;
}

/**
 * One pool for the process; idle sockets outlive the pause between two looks.
 * @param proxy http, https or socks5, with its credentials
 */
export function pool(tls: Tls, proxy: URL | undefined): Dispatcher {
  const keepAlive = { keepAliveTimeout: 60_000, keepAliveMaxTimeout: 60_000, connections: 64 };
  if (proxy === undefined) return new Agent({ connect: tls, ...keepAlive });
  // As in Go, whoever vouches for the server vouches for its proxy too.
  const { servername: _, ...trust } = tls;
  const proxyTls = proxy.protocol === 'https:' ? { proxyTls: trust } : {};
  return new ProxyAgent({ uri: proxy.href, requestTls: tls, ...proxyTls, ...keepAlive });
}

/** Sends once and reads the whole answer; never throws. `signal` ends it: then it is lost as `Timeout` or `Interrupted`. */
export async function sendOnce(endpoint: Endpoint, asked: ApiRequest, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await start(endpoint, asked, signal);
    const text = await response.body.text();
    const { date, 'retry-after': retryAfter } = response.headers;
    const said = first(date);
    return { status: response.statusCode, text, date: said, retryAfterMs: delay(first(retryAfter), said) };
  } catch (error) {
    return lost(error, signal);
  }
}

/** Sends a watch and hands back its stream; the caller reads it, `signal` ends it. */
export async function stream(
  endpoint: Endpoint,
  asked: ApiRequest,
  signal: AbortSignal,
): Promise<{ status: number; date: Answer['date']; body: Readable }> {
  const response = await start(endpoint, asked, signal);
  return { status: response.statusCode, date: first(response.headers.date), body: response.body };
}

function start(endpoint: Endpoint, asked: ApiRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const headers: Endpoint['headers'] = { ...endpoint.headers, accept: 'application/json' };
  if (asked.contentType !== undefined) headers['content-type'] = asked.contentType;
  return request(`${endpoint.server}${asked.path}`, {
    method: asked.method,
    headers,
    body: asked.body === undefined ? null : JSON.stringify(asked.body),
    dispatcher: endpoint.dispatcher,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function lost(error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted)
    return { lost: signal.reason?.name === 'TimeoutError' ? 'Timeout' : 'Interrupted', sent: true };
  const cause = (error as { cause?: unknown } | undefined)?.cause;
  const refusal = proxyRefusal.exec(messageOf(error)) ?? proxyRefusal.exec(messageOf(cause));
  if (refusal !== null) return { lost: `Proxy${refusal[1]}`, sent: false };
  const code = codeOf(error) ?? codeOf(cause) ?? 'Failed';
  return {
    lost: names[code] ?? code,
    sent: !/^(ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|UND_ERR_CONNECT|UND_ERR_PRX|UND_ERR_SOCKS5)/.test(code),
  };
}

/** undici has no code for a proxy that answers something else than 200. */
const proxyRefusal = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** undici's codes that hide what everybody else calls otherwise. */
const names: Record<string, string> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_PRX_CONN: 'ProxyFailed',
};

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

/** Seconds, or a date that the server compares with its own. */
function delay(retryAfter: string | undefined, date: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter) - Date.parse(date ?? '');
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
