import type { Kind } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { placePart } from '../parts.ts';
import type { OperatorSettings } from '../templates/settings.ts';
import { createMissingNames, missing, ownedIn, type Stage } from './stages.ts';
import type { PassStep } from './steps.ts';

/** Listed together before the first create of an ADDED pass; PVCs and sidecar objects are looked up at their turn. */
export const ensureListsFirst = ['Service', 'Deployment', 'ConfigMap'] as const satisfies readonly Kind[];

/**
 * What the operator does at ADDED, stage by stage: it creates what is missing by id and never compares a generation
 * (theia-cloud.md section 2), so whatever is stale stays so.
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
      return (['proxyConfigMap', 'emailConfigMap'] as const).flatMap((part) =>
        missing(
          app,
          owned.filter((object) => placePart(object)?.kind === part),
          [part],
          settings,
        ),
      );
    }
    case 'pvcs':
    case 'sidecars':
      return createMissingNames(stage, app, listed, settings);
    case 'deployments':
      return missing(app, ownedIn(app, listed, 'Deployment'), ['deployment'], settings);
  }
}
