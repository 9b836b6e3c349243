import { ApiError } from '../cluster/port.ts';
import type { KubeObject } from '../model/kube.ts';
import type { WriteStep } from '../model/steps.ts';
import { annotations, labels } from '../theia/labels.ts';
import { writeNudge } from '../theia/nudge-mark.ts';
import { phaseOf } from '../theia/session.ts';
import { type Acting, Refusal } from './acting.ts';
import { cleared, gateClosed, ownedByApp, sameObject, unclaimed } from './preconditions.ts';

/** Lever 4: generation label 0 on a free instance's part, so that the next pass renews it. */
export async function markOutdated(
  step: Extract<WriteStep, { step: 'mark' }>,
  acting: Acting,
): Promise<KubeObject | undefined> {
  const { cluster, namespace, apps } = acting;
  const object = await sameObject(cluster, namespace, step.on);
  unclaimed(object);
  ownedByApp(object, apps.get(step.app));
  const { resourceVersion } = object.metadata;
  const change = { metadata: { resourceVersion, labels: { [labels.generation]: '0' } } };
  return cluster.patch(step.on.kind, namespace, step.on.name, 'merge', change);
}

/** Lever 1: one metadata write on the AppDefinition, cleared by two looks at the closed gate and by one more just before. */
export async function sendNudge(
  step: Extract<WriteStep, { step: 'nudge' }>,
  acting: Acting,
): Promise<KubeObject | undefined> {
  const { cluster, clock, namespace } = acting;
  cleared(step.clearance, clock.now());
  const app = await sameObject(cluster, namespace, step.on);
  if (app.metadata.generation !== step.generation) throw new Refusal('generationMoved', 'moved');
  await gateClosed(cluster, namespace, app);
  // The look's own version: a nudge of another run in between is one too many, and the budget counts on its mark.
  const { resourceVersion } = step.on;
  const value = writeNudge(step.generation, step.count, clock.now());
  const change = { metadata: { resourceVersion, annotations: { [annotations.nudge]: value } } };
  try {
    return await cluster.patch('AppDefinition', namespace, step.on.name, 'merge', change);
  } catch (error) {
    // A patch whose answer was lost is sent again and then conflicts with itself: the nudge is out, and must be reported.
    const lost = error instanceof ApiError && error.kind === 'conflict' && nudgeOf(app) !== value;
    const now = lost ? await cluster.get('AppDefinition', namespace, step.on.name) : undefined;
    if (nudgeOf(now) !== value) throw error;
    return now;
  }
}

function nudgeOf(app: KubeObject | undefined): string | undefined {
  return app?.metadata.annotations?.[annotations.nudge];
}

type Remove = Extract<WriteStep, { step: 'removeSibling' | 'removeSidecar' | 'removeInstance' }>;

/**
 * Deletes one part of a free instance, by UID and resourceVersion: a claim that came between is a conflict, and the part stays.
 * What is left of a lost pair (docs/theia-cloud.md#f6), a sidecar that only a start renews, or a stale instance of an upstream operator.
 */
export async function removePart(step: Remove, acting: Acting): Promise<KubeObject | undefined> {
  const { cluster, namespace, apps } = acting;
  const object = await sameObject(cluster, namespace, step.on);
  unclaimed(object);
  ownedByApp(object, apps.get(step.app));
  const { uid, resourceVersion } = object.metadata;
  const precondition = resourceVersion === undefined ? { uid } : { uid, resourceVersion };
  await cluster.delete(step.on.kind, namespace, step.on.name, precondition);
  return undefined;
}

/** Annotation of a rollout restart (Kubernetes, kubectl rollout restart). */
const restartedAt = 'kubectl.kubernetes.io/restartedAt';

/** Lever 5. Looks at Sessions just before: a restart in the middle of a claim leaves it INTERRUPTED. */
export async function restartOperator(
  step: Extract<WriteStep, { step: 'restartOperator' }>,
  { cluster, clock, namespace }: Acting,
): Promise<KubeObject | undefined> {
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
    return await cluster.patch('Deployment', step.namespace, step.on.name, 'merge', change);
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'forbidden') throw new Refusal('forbidden');
    throw error;
  }
}
