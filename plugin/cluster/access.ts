import { type Access, ApiError, type Cluster } from './port.ts';
import { type Call, reviewCall } from './requests.ts';
import type { Called } from './retry.ts';

/**
 * Which of these the account may not do, in their order. All are asked at once, each different question once.
 * @throws ApiError when a question itself is not answered
 */
export async function missingAccess<T extends Access>(
  cluster: Pick<Cluster, 'may'>,
  needs: readonly T[],
): Promise<T[]> {
  const answers = new Map<string, Promise<boolean>>();
  const ask = (need: T): Promise<boolean> => {
    const key = [need.verb, need.group, need.resource, need.namespace].join(' ');
    const answer = answers.get(key) ?? cluster.may(need);
    answers.set(key, answer);
    return answer;
  };
  const allowed = await Promise.all(needs.map(ask));
  return needs.filter((_, at) => !allowed[at]);
}

type Ask = (call: Call) => Promise<Called>;

/** https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-access-review-v1/ */
export async function may(call: Ask, { verb, group, resource, namespace }: Access): Promise<boolean> {
  const [name, subresource] = resource.split('/');
  const spec = {
    resourceAttributes: {
      verb,
      group,
      resource: name,
      namespace,
      ...(subresource === undefined ? {} : { subresource }),
    },
  };
  const review = await ask<{ status?: { allowed?: boolean } }>(
    call,
    'authorization.k8s.io',
    'SelfSubjectAccessReview',
    spec,
  );
  return review.status?.allowed === true;
}

/** https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/self-subject-review-v1/ */
export async function whoAmI(call: Ask): Promise<string> {
  try {
    const review = await ask<{ status?: { userInfo?: { username?: unknown } } }>(
      call,
      'authentication.k8s.io',
      'SelfSubjectReview',
    );
    const name = review.status?.userInfo?.username;
    return typeof name === 'string' ? name : '';
  } catch (error) {
    if (error instanceof ApiError && ['notFound', 'forbidden', 'invalid'].includes(error.fault)) return '';
    throw error;
  }
}

async function ask<T>(call: Ask, group: string, kind: string, spec?: object): Promise<T> {
  const body = { apiVersion: `${group}/v1`, kind, ...(spec === undefined ? {} : { spec }) };
  const { answer } = await call(reviewCall(group, `${kind.toLowerCase()}s`, body));
  return JSON.parse(answer.text);
}
