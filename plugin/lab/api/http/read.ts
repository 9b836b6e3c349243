import { groupVersionOf, type Resource } from '../resources.ts';
import { fieldMatches, labelMatches, type Matches } from '../selectors.ts';
import { refuse } from '../status-error.ts';
import type { Store } from '../store.ts';
import { sendJson, sendUnknownPath } from './answer.ts';
import { answerFault, resetConnection } from './fault-answer.ts';
import { checkAccess } from './forbid.ts';
import { sendLog } from './log.ts';
import type { Call, RouteParts } from './parts.ts';
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
export function listBody(
  store: Store,
  resource: Resource,
  namespace: string,
  query: URLSearchParams,
): string {
  const matches = selectorOf(query);
  const items = store.listJson(resource.kind, namespace);
  const objects = matches === undefined ? [] : store.list(resource.kind, namespace);
  const chosen = matches === undefined ? items : items.filter((_, i) => matches(objects[i]!));
  const head = `{"kind":"${resource.kind}List","apiVersion":"${groupVersionOf(resource)}"`;
  return `${head},"metadata":{"resourceVersion":"${store.resourceVersion()}"},"items":[${chosen.join(',')}]}`;
}

/** The query's label and field selector as one test; undefined when there is neither. */
export function selectorOf(query: URLSearchParams): Matches | undefined {
  const labels = query.get('labelSelector');
  const fields = query.get('fieldSelector');
  const tests = [...(labels ? [labelMatches(labels)] : []), ...(fields ? [fieldMatches(fields)] : [])];
  return tests.length === 0 ? undefined : (object) => tests.every((test) => test(object));
}
