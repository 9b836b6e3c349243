import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import type { Call } from './requests.ts';
import type { Answer, Outcome } from './errors.ts';

/** What every request to one server carries. */
export interface Line {
  /** `https://host:port/prefix`, without a slash at the end. */
  server: string;
  headers: Record<string, string>;
  dispatcher: Dispatcher;
}

/** Sends once and reads the whole answer; never throws. `signal` ends it: then it is lost with that signal's reason. */
export async function send(line: Line, call: Call, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await start(line, call, signal);
    const text = await response.body.text();
    const { date, 'retry-after': retryAfter } = response.headers;
    const said = first(date);
    return { status: response.statusCode, text, date: said, retryAfterMs: delay(first(retryAfter), said) };
  } catch (error) {
    return lost(error, signal);
  }
}

/** Sends a watch and hands back its stream; the caller reads and ends it. */
export async function stream(
  line: Line,
  call: Call,
  signal: AbortSignal,
): Promise<{ status: number; date: Answer['date']; body: Readable }> {
  const response = await start(line, call, signal);
  return { status: response.statusCode, date: first(response.headers.date), body: response.body };
}

function start(line: Line, call: Call, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const headers: Record<string, string> = { ...line.headers, accept: 'application/json' };
  if (call.contentType !== undefined) headers['content-type'] = call.contentType;
  return request(`${line.server}${call.path}`, {
    method: call.method,
    headers,
    body: call.body === undefined ? null : JSON.stringify(call.body),
    dispatcher: line.dispatcher,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function lost(error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted)
    return { lost: typeof signal.reason === 'string' ? signal.reason : 'Timeout', sent: true };
  const code = codeOf(error) ?? codeOf((error as { cause?: unknown }).cause) ?? 'Failed';
  return {
    lost: names[code] ?? code,
    sent: !/^(ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|UND_ERR_CONNECT)/.test(code),
  };
}

/** undici's codes that hide what everybody else calls otherwise. */
const names: Record<string, string> = { UND_ERR_SOCKET: 'ECONNRESET', UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT' };

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
