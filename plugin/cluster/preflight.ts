import type { Access, Cluster } from './port.ts';

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
