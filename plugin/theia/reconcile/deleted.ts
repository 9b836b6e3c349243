import type { Kind } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { isSolelyOwnedBy } from '../owners.ts';
import { ownedIn } from './stages.ts';
import { deleteStep, disownStep, type PassStep } from './steps.ts';

/** Each is listed at its turn; PVCs are left to the garbage collector. */
export const releasedKinds = ['Service', 'ConfigMap', 'Deployment'] as const satisfies readonly Kind[];

/**
 * What the operator does to one kind once the AppDefinition is deleted: free objects are deleted, the others lose it
 * as owner, so claimed instances stay without their ConfigMaps (theia-cloud.md F10).
 */
export function releaseSteps(app: KubeObject, kind: Kind, listed: readonly KubeObject[]): PassStep[] {
  const { uid } = app.metadata;
  return ownedIn(app, listed, kind).flatMap(
    (object) =>
      (isSolelyOwnedBy(object, uid) ? deleteStep(object, 'unowned') : disownStep(object, 'unowned', uid)) ??
      [],
  );
}
