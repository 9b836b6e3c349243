import type {
  V1SelfSubjectAccessReviewSpec,
  V1SelfSubjectReviewStatus,
  V1SubjectAccessReviewStatus,
} from '@kubernetes/client-node';
import type { Answer } from './errors.ts';
import { type Access, ApiError, type Cluster } from './port.ts';
import { type ApiRequest, reviewRequest } from './requests.ts';

type Send = (request: ApiRequest) => Promise<{ answer: Answer }>;

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

/** https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-access-review-v1/ */
export async function may(send: Send, { verb, group, resource, namespace }: Access): Promise<boolean> {
  const [name = resource, subresource] = resource.split('/');
  const attributes = { verb, group, resource: name, namespace };
  const spec: V1SelfSubjectAccessReviewSpec = {
    resourceAttributes: subresource === undefined ? attributes : { ...attributes, subresource },
  };
  const status = await review(send, 'authorization.k8s.io', 'SelfSubjectAccessReview', spec);
  return (status as Partial<V1SubjectAccessReviewStatus> | undefined)?.allowed === true;
}

/** https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/self-subject-review-v1/ */
export async function whoAmI(send: Send): Promise<string> {
  try {
    const status = await review(send, 'authentication.k8s.io', 'SelfSubjectReview');
    const name = (status as V1SelfSubjectReviewStatus | undefined)?.userInfo?.username;
    return typeof name === 'string' ? name : '';
  } catch (error) {
    if (error instanceof ApiError && ['notFound', 'forbidden', 'invalid'].includes(error.kind)) return '';
    throw error;
  }
}

async function review(send: Send, group: string, kind: string, spec?: object): Promise<unknown> {
  const body = { apiVersion: `${group}/v1`, kind, ...(spec === undefined ? {} : { spec }) };
  const { answer } = await send(reviewRequest(group, `${kind.toLowerCase()}s`, body));
  return JSON.parse(answer.text).status;
}
