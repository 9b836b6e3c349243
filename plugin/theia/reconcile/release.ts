import type { KubeObject } from '../../model/kube.ts';
import { minInstances } from '../app-definition.ts';
import { expectedParts, instanceId } from '../names.ts';
import { claimedId, sessionLabels } from '../session.ts';
import type { OperatorSettings } from '../templates/subject.ts';
import type { Operator } from './kinds.ts';
import { carryOut } from './pass.ts';
import { cleanService, edit, list, log, pause, removeOwner, setAllowList, type Work } from './requests.ts';
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
 * and then the release cleans nothing (docs/theia-cloud.md#release).
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

/** A Service is cleaned in up to three attempts, the only edits that are tried again. */
const attempts = 3;

/**
 * Gives an eager session's instance back to the pool, and renews it where any part of it is outdated
 * (docs/theia-cloud.md#release), in three stages with time between them: the Session off Services and Deployment; the list
 * cleared and the pod restarted; what is outdated deleted and made anew.
 */
export function* releaseInstance(operator: Operator, session: KubeObject, app: KubeObject): Work {
  const { kind, settings } = operator;
  // The garbage collector is quicker (0.1 s): what only the Session still owned is gone before it is looked for.
  yield* pause(3);
  const target = releaseTarget(session, app, yield* list('Service'));
  if (target === undefined) yield* log(`No pair of services found for session ${session.metadata.name}`);
  else yield* cleanUp(settings, session, app, target);
  const id = claimedId(session);
  if (kind === 'upstream' || id === undefined) return;
  const objects = yield* list('Service', 'Deployment', 'ConfigMap', 'PersistentVolumeClaim');
  yield* carryOut(app, renewReleased(app, id, objects, settings), settings, 'log');
}

function* cleanUp(
  settings: OperatorSettings,
  session: KubeObject,
  app: KubeObject,
  { id, external, internal }: ReleaseTarget,
): Work {
  const { uid } = session.metadata;
  for (const { metadata } of [external, internal])
    yield* tried(attempts, () => edit('Service', metadata.name, cleanService(uid)));
  const parts = expectedParts(app, id, settings);
  const named = (kind: string): string => parts.find((part) => part.kind === kind)?.name ?? '';
  const deployment = named('deployment');
  yield* tried(1, () => edit('Deployment', deployment, removeOwner(uid)));
  if (settings.keycloak) yield* tried(1, () => edit('ConfigMap', named('emailConfigMap'), setAllowList('')));
  yield* tried(1, () => deletePod(deployment));
  yield* pause(1);
}

/** Deletes the first pod whose name starts with the Deployment's, so that a fresh one takes its place. */
function* deletePod(deployment: string): Work {
  const pods = yield* list('Pod');
  const pod = pods.find(({ metadata }) => metadata.name.startsWith(`${deployment}-`));
  if (pod !== undefined) yield { verb: 'delete', kind: 'Pod', name: pod.metadata.name };
}

function* tried(times: number, work: () => Work): Work {
  for (let left = times; left > 0; left -= 1) {
    try {
      return yield* work();
    } catch (error) {
      yield* log(`Failed to clean up: ${(error as Error).message}`);
    }
  }
}
