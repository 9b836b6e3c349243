import type { ServerResponse } from 'node:http';
import type { KubeObject } from '../../model/kube.ts';
import { groupVersionOf, type Resource } from '../api/resources.ts';
import { selectorOf } from '../api/selectors.ts';
import { refuse, StatusError } from '../api/status-error.ts';
import { itemJson, type Store } from '../api/store.ts';
import { answerFault, resetConnection, sendJson, sendText, sendUnknownPath } from './answer.ts';
import { type Call, checkAccess, type LogSource, type RouteParts } from './request.ts';
import { serveWatch } from './watch.ts';

/** Answers get, list, watch and a pod's log, through faults and access. Throws StatusError where it is refused. */
export async function serveRead(parts: RouteParts, call: Call): Promise<void> {
  const { store, audit, faults, access, installed } = parts;
  const { target, kind, caller, response, request } = call;
  const { resource, namespace, name, verb } = target;
  audit.countRead(caller.user, verb, kind);
  const fault = faults.pick({ verb, kind, namespace, name, user: caller.user });
  if (fault !== undefined && (await answerFault(fault, call, parts.sleep))) return;
  checkAccess(access, caller.user, target);
  if (resource === undefined || !installed(resource.group)) sendUnknownPath(response);
  else if (fault?.type === 'resetAfter') resetConnection(request);
  else if (verb === 'watch')
    serveWatch(store, resource, namespace, nameInQuery(call.query, name), response, parts.scale);
  else if (verb === 'list') sendJson(response, 200, listBody(store, resource, namespace, call.query));
  else sendOne(parts, call);
}

function sendOne(parts: RouteParts, { target, kind, query, response }: Call): void {
  const object = parts.api.get(kind, target.namespace, target.name);
  if (kind === 'Pod' && target.subresource === 'log') sendLog(parts.log, object, query, response);
  else if (target.subresource === '' || target.subresource === 'status') sendJson(response, 200, object);
  else throw refuse.methodNotAllowed();
}

/** `?watch=1` on one object's path is a watch of that name. */
function nameInQuery(query: URLSearchParams, name: string): URLSearchParams {
  if (name === '') return query;
  const narrowed = new URLSearchParams(query);
  narrowed.set('fieldSelector', `metadata.name=${name}`);
  return narrowed;
}

/** The body of a LIST, put together from each object's cached JSON. `limit` is ignored: everything comes at once. */
function listBody(store: Store, resource: Resource, namespace: string, query: URLSearchParams): string {
  const matches = selectorOf(query);
  const objects = store.list(resource.kind, namespace);
  const chosen = (matches === undefined ? objects : objects.filter(matches)).map(itemJson);
  const head = `{"kind":"${resource.kind}List","apiVersion":"${groupVersionOf(resource)}"`;
  return `${head},"metadata":{"resourceVersion":"${store.resourceVersion()}"},"items":[${chosen.join(',')}]}`;
}

/** Sends a pod's log, `container` and `tailLines` heeded. Throws StatusError 400 for a container that is unknown or did not run. */
function sendLog(source: LogSource, pod: KubeObject, query: URLSearchParams, response: ServerResponse): void {
  const containers: string[] = (pod.spec?.containers ?? []).map((row: { name: string }) => row.name);
  const container = query.get('container') ?? containers[0] ?? '';
  const { name } = pod.metadata;
  if (query.get('container') === null && containers.length > 1)
    throw refuse.badRequest(
      `a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]`,
    );
  if (!containers.includes(container))
    throw refuse.badRequest(`container ${container} is not valid for pod ${name}`);
  const text = source(pod, container);
  if (text === undefined)
    throw new StatusError(400, 'BadRequest', `container "${container}" in pod "${name}" is waiting to start`);
  const tail = query.get('tailLines');
  sendText(response, 200, tail === null ? text : lastLines(text, Number(tail)));
}

function lastLines(text: string, count: number): string {
  const lines = text.replace(/\n$/, '').split('\n');
  return count === 0 ? '' : `${lines.slice(-count).join('\n')}\n`;
}
