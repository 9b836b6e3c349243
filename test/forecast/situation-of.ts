import { assess } from '../../plugin/assess/assess.ts';
import { buildPlan } from '../../plugin/forecast/forecast.ts';
import type { Plan, PlannedPool, Situation } from '../../plugin/forecast/plan.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Snapshot } from '../../plugin/model/snapshot.ts';
import { snapshotOf, usualAssess } from '../harness/world-look.ts';
import { worldStart } from '../harness/world-objects.ts';

export function situationOf(
  snapshot: Snapshot,
  manifests: readonly KubeObject[],
  more: Partial<Situation> = {},
): Situation {
  const { objects } = snapshot;
  return {
    assessment: assess(snapshot, undefined, usualAssess).assessment,
    apps: objects.AppDefinition,
    objects: [
      ...objects.Deployment,
      ...objects.Service,
      ...objects.ConfigMap,
      ...objects.PersistentVolumeClaim,
    ],
    manifests,
    prune: false,
    only: [],
    ...more,
  };
}

/** The plan for these manifests in a live namespace with these objects. */
export function planned(
  objects: readonly KubeObject[],
  manifests: readonly KubeObject[],
  more: Partial<Situation> = {},
): Plan {
  return planIn(situationOf(snapshotOf(objects, worldStart), manifests, more));
}

export function planIn(situation: Situation): Plan {
  return buildPlan(situation, { version: '1.2.3', source: 'file', server: '' });
}

/** A manifest as one writes it: no UID, no generation, no status. */
export function manifest(app: KubeObject | undefined, spec: object = {}, metadata: object = {}): KubeObject {
  if (app === undefined) throw new TypeError('no AppDefinition');
  const { name } = app.metadata;
  return {
    apiVersion: app.apiVersion,
    kind: app.kind,
    metadata: { name, uid: '', ...metadata },
    spec: { ...app.spec, ...spec },
  };
}

export function appIn(objects: readonly KubeObject[]): KubeObject | undefined {
  return objects.find(({ kind }) => kind === 'AppDefinition');
}

/** `1-3 renewed, 4 kept`: fates of a pool in short. */
export function fates({ pools }: Plan, app = pools[0]?.app): string {
  const pool: PlannedPool | undefined = pools.find((each) => each.app === app);
  return (pool?.instances ?? []).map(({ id, fate }) => `${id} ${fate}`).join(', ');
}
