import type { WriteStep } from '../model/steps.ts';
import type { Acting } from './acting.ts';
import { ownedByApp } from './preconditions/owned-by-app.ts';
import { sameObject } from './preconditions/same-object.ts';
import { unclaimed } from './preconditions/unclaimed.ts';

type Remove = Extract<WriteStep, { step: 'removeSibling' | 'removeSidecar' | 'removeInstance' }>;

/**
 * Deletes one part of a free instance, by UID and resourceVersion: a claim that came between is a conflict, and the part stays.
 * What is left of a lost pair (F6), a sidecar that only a start renews, or a stale instance of an upstream operator.
 */
export async function removePart(step: Remove, acting: Acting): Promise<void> {
  const { cluster, namespace, apps, deleted } = acting;
  const object = await sameObject(cluster, namespace, step.on);
  unclaimed(object);
  ownedByApp(object, apps.get(step.app));
  const { uid, resourceVersion } = object.metadata;
  deleted.add(uid);
  const precondition = resourceVersion === undefined ? { uid } : { uid, resourceVersion };
  await cluster.delete(step.on.kind, namespace, step.on.name, precondition);
}
