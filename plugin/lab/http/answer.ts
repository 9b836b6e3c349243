import type { ServerResponse } from 'node:http';
import { refuse, StatusError } from '../api/status-error.ts';

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
