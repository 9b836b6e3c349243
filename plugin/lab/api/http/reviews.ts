import type { AccessTable } from '../access.ts';
import { isRecord } from '../json.ts';
import { refuse } from '../status-error.ts';

/**
 * Answers `selfsubjectaccessreviews` and `selfsubjectreviews`, which everybody may ask; undefined for another path.
 * https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-access-review-v1/
 */
export function review(path: string, body: unknown, user: string, access: AccessTable): object | undefined {
  if (path === '/apis/authentication.k8s.io/v1/selfsubjectreviews') {
    const status = { userInfo: { username: user, groups: ['system:authenticated'] } };
    return { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {}, status };
  }
  if (path !== '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews') return undefined;
  const spec = isRecord(body) && isRecord(body.spec) ? body.spec : {};
  const asked = spec.resourceAttributes;
  if (!isRecord(asked)) throw refuse.badRequest('spec.resourceAttributes is required');
  const text = (field: string): string => String(asked[field] ?? '');
  const resource =
    text('subresource') === '' ? text('resource') : `${text('resource')}/${text('subresource')}`;
  const allowed = access.may(user, {
    verb: text('verb'),
    group: text('group'),
    resource,
    namespace: text('namespace'),
    name: text('name'),
  });
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec,
    status: { allowed },
  };
}
