import type { ServerResponse } from 'node:http';
import type { KubeObject } from '../../model/kube.ts';
import { groupVersionOf, type Resource } from '../api/resources.ts';
import { type Matches, selectorOf } from '../api/selectors.ts';
import { refuse, type StatusError } from '../api/status-error.ts';
import { type Change, jsonOf, type Store } from '../api/store.ts';

/** Streams changes as JSON lines until the client, the timeout (`timeoutSeconds` of the lab's clock) or the lab ends it. */
export function serveWatch(
  store: Store,
  resource: Resource,
  namespace: string,
  query: URLSearchParams,
  response: ServerResponse,
  scale: number,
): void {
  const matches = selectorOf(query) ?? (() => true);
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.flushHeaders();
  const asked = query.get('resourceVersion') ?? '';
  const fresh = asked === '' || asked === '0';
  const missed = fresh ? [] : store.since(Number(asked));
  if (missed === undefined) {
    endWithError(response, refuse.expired(asked, store.oldest()));
    return;
  }
  const initial = query.get('sendInitialEvents') === 'true';
  if (fresh || initial) {
    for (const object of store.list(resource.kind, namespace)) {
      if (matches(object)) writeLine(response, 'ADDED', jsonOf(object));
    }
  }
  if (initial) writeLine(response, 'BOOKMARK', bookmark(resource, store));
  const push = (change: Change): void => {
    if (change.kind !== resource.kind || (namespace !== '' && change.namespace !== namespace)) return;
    const type = typeFor(change, matches);
    if (type !== undefined) writeLine(response, type, jsonOf(change.object));
  };
  if (!initial) for (const change of missed) push(change);
  const unsubscribe = store.subscribe(push);
  const seconds = Number(query.get('timeoutSeconds') ?? 1800);
  const timer = setTimeout(() => response.end(), Math.min((seconds * 1000) / scale, 2 ** 31 - 1)).unref();
  response.on('close', () => {
    unsubscribe();
    clearTimeout(timer);
  });
}

/** Ends a watch with the ERROR event that tells a client to list again. */
export function endWithError(response: ServerResponse, error: StatusError): void {
  if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'application/json' });
  writeLine(response, 'ERROR', JSON.stringify(error.body));
  response.end();
}

function writeLine(response: ServerResponse, type: string, json: string): void {
  if (!response.destroyed && !response.writableEnded) response.write(`{"type":"${type}","object":${json}}\n`);
}

/** The event as this selector sees it: an object that left the selection is DELETED, one that entered it ADDED. */
function typeFor(change: Change, matches: Matches): string | undefined {
  const was = change.before !== undefined && matches(change.before);
  if (change.type === 'DELETED') return was ? 'DELETED' : undefined;
  const is = matches(change.object);
  if (is) return was ? 'MODIFIED' : 'ADDED';
  return was ? 'DELETED' : undefined;
}

function bookmark(resource: Resource, store: Store): string {
  const metadata: Partial<KubeObject['metadata']> = {
    resourceVersion: String(store.resourceVersion()),
    annotations: { 'k8s.io/initial-events-end': 'true' },
  };
  return JSON.stringify({ kind: resource.kind, apiVersion: groupVersionOf(resource), metadata });
}
