import { ApiError } from '../cluster/port.ts';
import type { WriteStep } from '../model/steps.ts';
import { phaseOf } from '../theia/session.ts';
import { type Acting, Refusal } from './acting.ts';
import { sameObject } from './preconditions/same-object.ts';

/** Annotation of a rollout restart (Kubernetes, kubectl rollout restart). */
const restartedAt = 'kubectl.kubernetes.io/restartedAt';

/** Lever 5. Looks at Sessions just before: a restart in the middle of a claim leaves it INTERRUPTED. */
export async function restartOperator(
  step: Extract<WriteStep, { step: 'restartOperator' }>,
  { cluster, clock, namespace }: Acting,
): Promise<void> {
  const [deployment, sessions] = await Promise.all([
    sameObject(cluster, step.namespace, step.on),
    cluster.list('Session', namespace),
  ]);
  if (sessions.items.some((session) => phaseOf(session) === 'inFlight'))
    throw new Refusal('claimInFlight', 'moved');
  const { resourceVersion } = deployment.metadata;
  const annotations = { [restartedAt]: new Date(clock.now()).toISOString() };
  const change = { metadata: { resourceVersion }, spec: { template: { metadata: { annotations } } } };
  try {
    await cluster.patch('Deployment', step.namespace, step.on.name, 'merge', change);
  } catch (error) {
    if (error instanceof ApiError && error.fault === 'forbidden') throw new Refusal('forbidden');
    throw error;
  }
}
