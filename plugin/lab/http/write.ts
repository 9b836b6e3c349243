import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord } from '../../model/foreign.ts';
import type { KubeObject } from '../../model/kube.ts';
import type { Api } from '../api/api.ts';
import type { WriteVerb } from '../api/audit.ts';
import type { Attempt } from '../api/faults.ts';
import { patchTypes } from '../api/patch.ts';
import type { DeleteOptions, Propagation } from '../api/remove.ts';
import { refuse, StatusError } from '../api/status-error.ts';
import { answerFault, resetConnection, sendJson, sendUnknownPath } from './answer.ts';
import { type Call, checkAccess, type RequestTarget, type RouteParts } from './request.ts';

/** Answers a write, through hooks, faults and access. Throws StatusError where it is refused; refused ones are audited too. */
export async function serveWrite(parts: RouteParts, call: Call): Promise<void> {
  const { target, kind, caller, request, response } = call;
  const { verb, namespace, name } = target;
  const attempt: Attempt = { verb, kind, namespace, name, user: caller.user };
  const hooks = parts.faults.hooks(attempt);
  for (const hook of hooks.before) await hook(attempt);
  const fault = parts.faults.pick(attempt);
  if (fault !== undefined && (await answerFault(fault, call, parts.sleep))) {
    recordRefusal(parts, call, fault.type === 'hang' || fault.type === 'reset' ? 0 : response.statusCode);
    return;
  }
  try {
    checkAccess(parts.access, caller.user, target);
  } catch (error) {
    recordRefusal(parts, call, error instanceof StatusError ? error.body.code : 500);
    throw error;
  }
  if (target.resource === undefined || !parts.installed(target.group)) {
    sendUnknownPath(response);
    return;
  }
  const answer = applyWrite(parts.api, call);
  for (const hook of hooks.after) await hook(attempt);
  if (fault?.type === 'resetAfter') resetConnection(request);
  else if (fault?.type !== 'hangAfter') answer(response);
}

function recordRefusal({ audit, store, now }: RouteParts, call: Call, code: number): void {
  const { target, kind, caller, body } = call;
  const { namespace, name, subresource } = target;
  const before = name === '' ? undefined : store.get(kind, namespace, name);
  audit.record({
    at: now(),
    user: caller.user,
    verb: target.verb as WriteVerb,
    kind,
    namespace,
    name,
    uid: before?.metadata.uid ?? '',
    subresource,
    body,
    code,
    before,
    after: undefined,
    changed: false,
  });
}

/** Carries a write out and gives what sends its answer, so that something may happen in between. */
function applyWrite(api: Api, call: Call): (response: ServerResponse) => void {
  const { request, target, kind, caller, query, body } = call;
  const { namespace, name, verb } = target;
  const at = { kind, namespace, name };
  const subresource = subresourceOf(target);
  const options = { subresource, dryRun: query.get('dryRun') === 'All' };
  const answer = (code: number, object: object) => (response: ServerResponse) =>
    sendJson(response, code, object);
  if (verb === 'create') return answer(201, api.create(caller, kind, namespace, body, options));
  if (verb === 'update') return answer(200, api.update(caller, at, body, options));
  if (verb === 'patch') return answer(200, api.patch(caller, at, patchTypeOf(request), body, options));
  if (verb !== 'delete') throw refuse.methodNotAllowed();
  const gone = api.remove(caller, at, { ...deleteOptions(query, body), dryRun: options.dryRun });
  return answer(200, deleteAnswer(target, gone));
}

function subresourceOf({ subresource, resource }: RequestTarget): '' | 'status' {
  if (subresource === '' || (subresource === 'status' && resource?.status)) return subresource;
  throw refuse.methodNotAllowed();
}

function patchTypeOf(request: IncomingMessage) {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
  const known = patchTypes[type as keyof typeof patchTypes];
  if (known === undefined) throw refuse.unsupported(Object.keys(patchTypes));
  return known;
}

function deleteOptions(query: URLSearchParams, body: unknown): DeleteOptions {
  const given = isRecord(body) ? (body as DeleteOptions) : {};
  const policy = query.get('propagationPolicy') ?? given.propagationPolicy;
  const grace = query.get('gracePeriodSeconds') ?? given.gracePeriodSeconds;
  return {
    ...(given.preconditions === undefined ? {} : { preconditions: given.preconditions }),
    ...(policy === undefined ? {} : { propagationPolicy: policy as Propagation }),
    ...(grace === undefined ? {} : { gracePeriodSeconds: Number(grace) }),
  };
}

/** The object while finalizers or a pod's grace keep it, else a Status of success. */
function deleteAnswer({ group, plural }: RequestTarget, gone: KubeObject): object {
  if (gone.metadata.deletionTimestamp !== undefined) return gone;
  const { name, uid } = gone.metadata;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...(group === '' ? {} : { group }), kind: plural, uid },
  };
}
