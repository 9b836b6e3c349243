import type { AccessTable, Question } from '../access.ts';
import { StatusError } from '../status-error.ts';
import type { RequestTarget } from './target.ts';

/** Throws StatusError 403 in the real server's words where the user may not do this. */
export function checkAccess(access: AccessTable, user: string, target: RequestTarget): void {
  const { group, namespace, name, verb } = target;
  const resource = target.subresource === '' ? target.plural : `${target.plural}/${target.subresource}`;
  const about = target.plural === 'namespaces' && group === '' ? name : namespace;
  const question: Question = { verb, group, resource, namespace: about, name };
  if (access.may(user, question)) return;
  const qualified = group === '' ? target.plural : `${target.plural}.${group}`;
  const subject = name === '' ? `${qualified} is forbidden` : `${qualified} "${name}" is forbidden`;
  const where = about === '' ? 'at the cluster scope' : `in the namespace "${about}"`;
  throw new StatusError(
    403,
    'Forbidden',
    `${subject}: User "${user}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`,
    { ...(name === '' ? {} : { name }), ...(group === '' ? {} : { group }), kind: target.plural },
  );
}
