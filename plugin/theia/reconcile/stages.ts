import type { Kind } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { type PartKind, partKinds } from '../../model/parts.ts';
import { minInstances } from '../app-definition.ts';
import { generationOf } from '../labels.ts';
import { expectedParts, instanceId } from '../names.ts';
import { isOwnedBy, isSolelyOwnedBy } from '../owners.ts';
import { placePart } from '../parts.ts';
import type { OperatorSettings } from '../templates/subject.ts';
import { createStep, deleteStep, disownStep, type PassStep } from './steps.ts';

/** One row a stage of a pass: the kinds that are listed, once, at its turn. In this order (docs/theia-cloud.md#reconcile). */
export const stages = {
  services: { lists: ['Service'], needsKeycloak: false, upstream: true },
  configMaps: { lists: ['ConfigMap'], needsKeycloak: true, upstream: true },
  pvcs: { lists: ['PersistentVolumeClaim'], needsKeycloak: false, upstream: false },
  sidecars: { lists: ['Service', 'Deployment'], needsKeycloak: false, upstream: false },
  deployments: { lists: ['Deployment'], needsKeycloak: false, upstream: true },
} as const satisfies Record<string, StageRow>;

interface StageRow {
  lists: readonly Kind[];
  needsKeycloak: boolean;
  upstream: boolean;
}

export type Stage = keyof typeof stages;

/** Stages of a pass of an operator with these settings, in order. Upstream knows neither sidecars nor their PVCs. */
export function stagesOf({
  keycloak,
  generationLabels,
}: Pick<OperatorSettings, 'keycloak' | 'generationLabels'>): Stage[] {
  return (Object.keys(stages) as Stage[]).filter(
    (stage) => (keycloak || !stages[stage].needsKeycloak) && (generationLabels || stages[stage].upstream),
  );
}

/** PVCs and sidecar objects are looked up by name, at their turn in every pass. */
export function looksUpNames(stage: Stage): stage is 'pvcs' | 'sidecars' {
  return stage === 'pvcs' || stage === 'sidecars';
}

/** Listed together before the first create of an ADDED pass. */
export const ensureListsFirst = ['Service', 'Deployment', 'ConfigMap'] as const satisfies readonly Kind[];

/** Each is listed at its turn once the AppDefinition is deleted; PVCs are left to the garbage collector. */
export const releasedKinds = ['Service', 'ConfigMap', 'Deployment'] as const satisfies readonly Kind[];

/**
 * What the operator does at ADDED, stage by stage: it creates what is missing by id and never compares a generation
 * (docs/theia-cloud.md#events), so whatever is stale stays so.
 */
export function ensureStage(
  stage: Stage,
  app: KubeObject,
  listed: readonly KubeObject[],
  settings: OperatorSettings,
): PassStep[] {
  switch (stage) {
    case 'services':
      return missing(app, ownedIn(app, listed, 'Service'), ['externalService', 'internalService'], settings);
    case 'configMaps': {
      const owned = ownedIn(app, listed, 'ConfigMap');
      return configMapParts.flatMap((part) => missing(app, only(owned, part), [part], settings));
    }
    case 'pvcs':
    case 'sidecars':
      return createMissingNames(stage, app, listed, settings);
    case 'deployments':
      return missing(app, ownedIn(app, listed, 'Deployment'), ['deployment'], settings);
  }
}

/**
 * What the operator does to one kind once the AppDefinition is deleted: free objects are deleted, the others lose it
 * as owner, so claimed instances stay without their ConfigMaps (docs/theia-cloud.md#f10).
 */
export function releaseSteps(app: KubeObject, kind: Kind, listed: readonly KubeObject[]): PassStep[] {
  const { uid } = app.metadata;
  return ownedIn(app, listed, kind).flatMap((object) =>
    present(
      isSolelyOwnedBy(object, uid) ? deleteStep(object, 'unowned') : disownStep(object, 'unowned', uid),
    ),
  );
}

/**
 * What reconcile does at one stage, in its order. `listed` is what the API server answered at that moment for the
 * stage's kinds: all objects of the namespace, in any order.
 */
export function reconcileStage(
  stage: Stage,
  app: KubeObject,
  listed: readonly KubeObject[],
  settings: OperatorSettings,
): PassStep[] {
  switch (stage) {
    case 'services':
      return reconcileServices(app, listed, settings);
    case 'configMaps': {
      const owned = ownedIn(app, listed, 'ConfigMap');
      return configMapParts.flatMap((part) => {
        const own = only(owned, part);
        return [...missing(app, own, [part], settings), ...judge(app, own, settings)];
      });
    }
    case 'pvcs':
    case 'sidecars':
      return createMissingNames(stage, app, listed, settings);
    case 'deployments': {
      const owned = ownedIn(app, listed, 'Deployment');
      return [...missing(app, owned, ['deployment'], settings), ...judge(app, owned, settings)];
    }
  }
}

const configMapParts = ['proxyConfigMap', 'emailConfigMap'] as const;

function only(objects: readonly KubeObject[], part: PartKind): KubeObject[] {
  return objects.filter((object) => placePart(object)?.kind === part);
}

/** External and internal Services share one list, and an id counts as present when it has any of them (docs/theia-cloud.md#f6). */
function reconcileServices(
  app: KubeObject,
  listed: readonly KubeObject[],
  settings: OperatorSettings,
): PassStep[] {
  const owned = ownedIn(app, listed, 'Service');
  const isInternal = ({ metadata }: KubeObject): boolean => metadata.name.endsWith('-int');
  return [
    ...missing(app, owned, ['externalService'], settings),
    ...judge(
      app,
      owned.filter((object) => !isInternal(object)),
      settings,
    ),
    ...missing(app, owned, ['internalService'], settings),
    ...judge(app, owned.filter(isInternal), settings),
  ];
}

/** PVCs and sidecar objects count whoever owns them, and are never renewed. A PVC that is being deleted is made anew. */
function createMissingNames(
  stage: 'pvcs' | 'sidecars',
  app: KubeObject,
  listed: readonly KubeObject[],
  settings: OperatorSettings,
): PassStep[] {
  const wanted: readonly PartKind[] = stage === 'pvcs' ? ['pvc'] : ['sidecarService', 'sidecarDeployment'];
  const staying = listed.filter(
    ({ kind, metadata }) => kind !== 'PersistentVolumeClaim' || metadata.deletionTimestamp === undefined,
  );
  const there = new Set(staying.map(({ kind, metadata }) => `${kind}/${metadata.name}`));
  return idsUpTo(minInstances(app)).flatMap((id) =>
    expectedParts(app, id, settings)
      .filter((part) => wanted.includes(part.kind))
      .filter((part) => !there.has(`${partKinds[part.kind].kind}/${part.name}`))
      .map((part) => createStep(app, id, part, 'missing', settings)),
  );
}

/** Creates for every id up to minInstances that none of `present` carries, sidecar objects included (docs/theia-cloud.md#f6). */
function missing(
  app: KubeObject,
  present: readonly KubeObject[],
  parts: readonly PartKind[],
  settings: OperatorSettings,
): PassStep[] {
  const ids = new Set(present.map((object) => instanceId(object.metadata.name)));
  return idsUpTo(minInstances(app))
    .filter((id) => !ids.has(id))
    .flatMap((id) =>
      expectedParts(app, id, settings)
        .filter((part) => parts.includes(part.kind))
        .map((part) => createStep(app, id, part, 'missing', settings)),
    );
}

/** Objects of this kind with the AppDefinition among their owners, in the API server's name order: 10 before 3. */
export function ownedIn(app: KubeObject, listed: readonly KubeObject[], kind: Kind): KubeObject[] {
  return listed
    .filter((object) => object.kind === kind && isOwnedBy(object, app.metadata.uid))
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

export function isOutdated(app: KubeObject, object: KubeObject): boolean {
  return generationOf(object) !== app.metadata.generation;
}

/**
 * Surplus and outdated objects. A sidecar object has no generation, so it is always outdated; it is deleted here and
 * not made anew, because the name made anew would be the main object's (docs/theia-cloud.md#f4): its Service returns at the sidecars'
 * turn, its Deployment only at the next pass or start.
 */
function judge(app: KubeObject, owned: readonly KubeObject[], settings: OperatorSettings): PassStep[] {
  return owned.flatMap((object) => {
    const placed = placePart(object);
    if (placed === undefined) return [];
    const sole = isSolelyOwnedBy(object, app.metadata.uid);
    if (placed.id > minInstances(app))
      return present(sole ? deleteStep(object, 'surplus') : disownStep(object, 'surplus', app.metadata.uid));
    if (!sole || !isOutdated(app, object)) return [];
    const part = expectedParts(app, placed.id, settings).find(({ kind }) => kind === placed.kind);
    const anew =
      placed.sidecar === undefined && part !== undefined
        ? [createStep(app, placed.id, part, 'renewed', settings)]
        : [];
    return [...present(deleteStep(object, 'outdated')), ...anew];
  });
}

function idsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function present(step: PassStep | undefined): PassStep[] {
  return step === undefined ? [] : [step];
}
