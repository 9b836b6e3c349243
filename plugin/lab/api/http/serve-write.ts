import type { WriteVerb } from '../audit.ts';
import type { Attempt } from '../faults.ts';
import { StatusError } from '../status-error.ts';
import { sendUnknownPath } from './answer.ts';
import { answerFault, resetConnection } from './fault-answer.ts';
import { checkAccess } from './forbid.ts';
import type { Call, RouteParts } from './parts.ts';
import { applyWrite } from './write.ts';

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
