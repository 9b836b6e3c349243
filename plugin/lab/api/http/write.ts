import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KubeObject } from '../../../model/kube.ts';
import type { Api } from '../api.ts';
import { isRecord } from '../json.ts';
import { patchTypes } from '../patch/apply.ts';
import type { DeleteOptions, Propagation } from '../remove.ts';
import { refuse } from '../status-error.ts';
import { sendJson } from './answer.ts';
import type { Call } from './parts.ts';
import type { RequestTarget } from './target.ts';

/** Carries a write out and gives what sends its answer, so that something may happen in between. */
export function applyWrite(api: Api, call: Call): (response: ServerResponse) => void {
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
