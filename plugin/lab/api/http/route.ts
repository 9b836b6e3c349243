import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, sendText, sendUnknownPath } from './answer.ts';
import { readBody } from './body.ts';
import { discover, type Installed } from './discovery.ts';
import type { Call, RouteParts } from './parts.ts';
import { review } from './reviews.ts';
import { serveRead } from './serve-read.ts';
import { serveWrite } from './serve-write.ts';
import { parseTarget } from './target.ts';

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
