import { ApiError } from '../cluster/port.ts';
import type { KubeObject } from '../model/kube.ts';
import type { WriteStep } from '../model/steps.ts';
import { annotations, labels } from '../theia/labels.ts';
import { writeNudge } from '../theia/nudge-mark.ts';
import { type Acting, Refusal } from './acting.ts';
import { cleared } from './preconditions/cleared.ts';
import { gateClosed } from './preconditions/gate-closed.ts';
import { ownedByApp } from './preconditions/owned-by-app.ts';
import { sameObject } from './preconditions/same-object.ts';
import { unclaimed } from './preconditions/unclaimed.ts';

/** Lever 4: generation label 0 on a free instance's part, so that the next pass renews it. */
export async function markOutdated(
  step: Extract<WriteStep, { step: 'mark' }>,
  acting: Acting,
): Promise<void> {
  const { cluster, namespace, apps } = acting;
  const object = await sameObject(cluster, namespace, step.on);
  unclaimed(object);
  ownedByApp(object, apps.get(step.app));
  const { resourceVersion } = object.metadata;
  const change = { metadata: { resourceVersion, labels: { [labels.generation]: '0' } } };
  await cluster.patch(step.on.kind, namespace, step.on.name, 'merge', change);
}

/** Lever 1: one metadata write on the AppDefinition, cleared by two looks at the closed gate and by one more just before. */
export async function sendNudge(step: Extract<WriteStep, { step: 'nudge' }>, acting: Acting): Promise<void> {
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
    await cluster.patch('AppDefinition', namespace, step.on.name, 'merge', change);
  } catch (error) {
    // A patch whose answer was lost is sent again and then conflicts with itself: the nudge is out, and must be reported.
    const lost = error instanceof ApiError && error.fault === 'conflict' && nudgeOf(app) !== value;
    if (!lost || nudgeOf(await cluster.get('AppDefinition', namespace, step.on.name)) !== value) throw error;
  }
}

function nudgeOf(app: KubeObject | undefined): string | undefined {
  return app?.metadata.annotations?.[annotations.nudge];
}
