import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '../api/faults.ts';
import { type Resource, resourceOf } from '../api/resources.ts';
import { refuse, StatusError } from '../api/status-error.ts';
import type { Call } from './request.ts';
import { endWithError } from './watch.ts';

export function sendJson(response: ServerResponse, code: number, body: object | string): void {
  send(response, code, 'application/json', typeof body === 'string' ? body : JSON.stringify(body));
}

export function sendText(response: ServerResponse, code: number, body: string): void {
  send(response, code, 'text/plain; charset=utf-8', body);
}

/** What the real server says of a path that it does not know; a missing CRD looks like that too. */
export function sendUnknownPath(response: ServerResponse): void {
  sendText(response, 404, '404 page not found\n');
}

/** A StatusError as its Status object; anything else as 500. */
export function sendError(response: ServerResponse, error: unknown): void {
  const refusal = error instanceof StatusError ? error : refuse.internal(String(error));
  if (refusal.retryAfter !== undefined) response.setHeader('Retry-After', String(refusal.retryAfter));
  sendJson(response, refusal.body.code, refusal.body);
}

function send(response: ServerResponse, code: number, type: string, body: string): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(code, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

/** Answers with the fault. True when the request ends here, false when it goes on (`delay`, `resetAfter`, `hangAfter`). */
export async function answerFault(
  fault: Fault,
  { target, request, response }: Call,
  sleep: (ms: number) => Promise<void>,
): Promise<boolean> {
  switch (fault.type) {
    case 'status':
      sendError(response, statusOf(fault.code, fault.retryAfter));
      return true;
    case 'gone': {
      const error = refuse.expired('1', 2);
      if (target.verb === 'watch') endWithError(response, error);
      else sendError(response, error);
      return true;
    }
    case 'conflict':
      sendError(response, refuse.conflict(target.resource ?? fallback, target.name));
      return true;
    case 'hang':
      return true;
    case 'reset':
      resetConnection(request);
      return true;
    case 'delay':
      await sleep(fault.ms);
      return false;
    case 'resetAfter':
    case 'hangAfter':
      return false;
  }
}

/** Ends the connection the hard way: the client sees ECONNRESET. */
export function resetConnection(request: IncomingMessage): void {
  request.socket.resetAndDestroy();
}

const fallback: Resource = resourceOf('ConfigMap');

function statusOf(code: number, retryAfter: number | undefined): StatusError {
  if (code === 429) return refuse.busy(retryAfter ?? 1);
  if (code === 500) return refuse.internal('injected fault');
  const reason =
    { 401: 'Unauthorized', 403: 'Forbidden', 503: 'ServiceUnavailable', 504: 'Timeout' }[code] ?? '';
  return new StatusError(code, reason, `injected fault ${code}`, undefined, retryAfter);
}
