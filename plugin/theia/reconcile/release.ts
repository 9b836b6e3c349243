import type { KubeObject } from '../../model/kube.ts';
import { minInstances } from '../app-definition.ts';
import { expectedParts, instanceId } from '../names.ts';
import { sessionLabels } from '../session.ts';
import type { OperatorSettings } from '../templates/settings.ts';
import { isOutdated, ownedIn } from './stages.ts';
import { createStep, deleteStep, type PassStep } from './steps.ts';

/** The two Services that a session's release cleans. */
export interface ReleaseTarget {
  id: number;
  external: KubeObject;
  internal: KubeObject;
}

/**
 * The Services with all labels that the session's claim put there; undefined unless there is exactly one of each kind,
 * and then the release cleans nothing (theia-cloud.md section 2, release).
 */
export function releaseTarget(
  session: KubeObject,
  app: KubeObject,
  services: readonly KubeObject[],
): ReleaseTarget | undefined {
  const wanted = Object.entries(sessionLabels(session, app));
  const found = services.filter(
    ({ kind, metadata }) =>
      kind === 'Service' && wanted.every(([key, value]) => metadata.labels?.[key] === value),
  );
  const isInternal = ({ metadata }: KubeObject): boolean => metadata.name.endsWith('-int');
  const [external, second] = found.filter((service) => !isInternal(service));
  const [internal, other] = found.filter(isInternal);
  const id = instanceId(external?.metadata.name ?? '');
  if (external === undefined || internal === undefined || id === undefined) return undefined;
  return second === undefined && other === undefined ? { id, external, internal } : undefined;
}

/**
 * What follows a release: an instance above minInstances is deleted, one with any outdated part is deleted and made
 * anew, whoever else owns its objects. Sidecar objects have no generation, so an instance with a sidecar is always
 * made anew, its PVC with it. `objects` are the namespace's; nothing to do where all of it is current.
 */
export function renewReleased(
  app: KubeObject,
  id: number,
  objects: readonly KubeObject[],
  settings: OperatorSettings,
): PassStep[] {
  const owned = (['Service', 'Deployment', 'ConfigMap'] as const).flatMap((kind) =>
    ownedIn(app, objects, kind).filter(({ metadata }) => instanceId(metadata.name) === id),
  );
  const surplus = id > minInstances(app);
  if (!surplus && !owned.some((object) => isOutdated(app, object))) return [];
  const parts = expectedParts(app, id, settings);
  const pvcs = objects.filter(
    ({ kind, metadata }) =>
      kind === 'PersistentVolumeClaim' &&
      parts.some((part) => part.kind === 'pvc' && part.name === metadata.name),
  );
  const deletes = [...owned, ...pvcs].flatMap((object) => deleteStep(object, 'released') ?? []);
  return surplus
    ? deletes
    : [...deletes, ...parts.map((part) => createStep(app, id, part, 'released', settings))];
}
