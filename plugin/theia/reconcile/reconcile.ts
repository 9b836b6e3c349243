import type { KubeObject } from '../../model/kube.ts';
import type { OperatorSettings } from '../templates/settings.ts';
import { applySteps } from './apply.ts';
import { releasedKinds, releaseSteps } from './deleted.ts';
import { ensureListsFirst, ensureStage } from './ensure.ts';
import { type AppEvent, type OperatorKind, passFor } from './kinds.ts';
import { reconcileStage, type Stage, stages, stagesOf } from './stages.ts';
import type { PassStep } from './steps.ts';

/** What a pass does to a namespace, and how it leaves it. */
export interface Pass {
  steps: PassStep[];
  /** All objects given, after the steps; new ones carry made-up UIDs. */
  objects: KubeObject[];
}

/**
 * What an event of an AppDefinition does, once the watch is up or at a start (every AppDefinition is then ADDED).
 * Where `app` is gone already, the object that was deleted.
 */
export function planEvent(
  kind: OperatorKind,
  event: AppEvent,
  app: KubeObject,
  objects: readonly KubeObject[],
  settings: OperatorSettings,
): Pass {
  switch (passFor(kind, event)) {
    case 'ensure':
      return planEnsure(app, objects, settings);
    case 'reconcile':
      return planReconcile(app, objects, settings);
    case 'release': {
      const steps = releasedKinds.flatMap((each) => releaseSteps(app, each, objects));
      return { steps, objects: applySteps(objects, steps) };
    }
    case 'nothing':
      return { steps: [], objects: [...objects] };
  }
}

/**
 * A whole reconcile (an AppDefinition MODIFIED, theia-cloud.md section 2) on objects that nobody else changes
 * meanwhile. `app` is the AppDefinition as the event brought it; the objects are the namespace's.
 */
export function planReconcile(
  app: KubeObject,
  objects: readonly KubeObject[],
  settings: OperatorSettings,
): Pass {
  return compose(stagesOf(settings), objects, (stage, now) =>
    reconcileStage(stage, app, listed(stage, now), settings),
  );
}

/** A whole ADDED pass of an operator that ensures capacity only: what a restart does to the objects. */
export function planEnsure(
  app: KubeObject,
  objects: readonly KubeObject[],
  settings: OperatorSettings,
): Pass {
  const before = objects.filter(({ kind }) => ensureListsFirst.some((first) => first === kind));
  return compose(stagesOf(settings), objects, (stage, now) => {
    const looksUp = stage === 'pvcs' || stage === 'sidecars';
    return ensureStage(stage, app, looksUp ? listed(stage, now) : before, settings);
  });
}

function compose(
  order: readonly Stage[],
  objects: readonly KubeObject[],
  decide: (stage: Stage, objects: readonly KubeObject[]) => PassStep[],
): Pass {
  const pass: Pass = { steps: [], objects: [...objects] };
  for (const stage of order) {
    const steps = decide(stage, pass.objects);
    pass.steps.push(...steps);
    pass.objects = applySteps(pass.objects, steps);
  }
  return pass;
}

function listed(stage: Stage, objects: readonly KubeObject[]): KubeObject[] {
  return objects.filter(({ kind }) => stages[stage].lists.some((each) => each === kind));
}
