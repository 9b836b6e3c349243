import type { KubeObject } from '../model/kube.ts';
import type { LookedAt, Snapshot } from '../model/snapshot.ts';
import { wellFormed } from '../model/well-formed.ts';
import { groupInstances, type Instance } from '../theia/parts.ts';
import { indexPods, type Pods } from './pods.ts';
import { indexSessions, type Sessions } from './sessions.ts';

/** One look, indexed once: no rule goes over all objects again. */
export interface Survey {
  snapshot: Snapshot;
  /** AppDefinitions by name. */
  apps: ReadonlyMap<string, KubeObject>;
  configMaps: ReadonlyMap<string, KubeObject>;
  routes: ReadonlyMap<string, KubeObject>;
  leases: ReadonlyMap<string, KubeObject>;
  instances: readonly Instance[];
  sessions: Sessions;
  pods: Pods;
}

/** Objects in another form than the API gives them are repaired or left out here, and no rule has to care. */
export function survey(given: Snapshot): Survey {
  const snapshot = tidy(given);
  const { AppDefinition, Deployment, Service, ConfigMap, PersistentVolumeClaim } = snapshot.objects;
  const parts = [...Deployment, ...Service, ...ConfigMap, ...PersistentVolumeClaim];
  const instances = groupInstances(parts, AppDefinition);
  return {
    snapshot,
    apps: byName(AppDefinition),
    configMaps: byName(ConfigMap),
    routes: byName(snapshot.objects.HTTPRoute),
    leases: byName(snapshot.objects.Lease),
    instances,
    sessions: indexSessions(snapshot, instances),
    pods: indexPods(snapshot),
  };
}

/** The instances of each AppDefinition by its uid: its own, and those of a former one of the same name (docs/theia-cloud.md#f10). */
export function poolsOf({ apps, instances }: Survey): ReadonlyMap<string, readonly Instance[]> {
  const pools = new Map<string, Instance[]>([...apps.values()].map((app) => [app.metadata.uid, []]));
  for (const instance of instances) {
    const uid = pools.has(instance.appUid) ? instance.appUid : apps.get(instance.appName)?.metadata.uid;
    if (uid !== undefined) pools.get(uid)?.push(instance);
  }
  return pools;
}

function byName(objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> {
  return new Map(objects.map((object) => [object.metadata.name, object]));
}

function tidy(snapshot: Snapshot): Snapshot {
  const { objects, operator } = snapshot;
  const lease = operator.lease === undefined ? undefined : wellFormed(operator.lease);
  const { lease: _, ...rest } = operator;
  return {
    ...snapshot,
    objects: Object.fromEntries(
      Object.entries(objects).map(([kind, list]) => [kind, allWellFormed(list)]),
    ) as Record<LookedAt, KubeObject[]>,
    operator: {
      ...rest,
      deployments: allWellFormed(operator.deployments),
      replicaSets: allWellFormed(operator.replicaSets),
      pods: allWellFormed(operator.pods),
      ...(lease === undefined ? {} : { lease }),
    },
  };
}

function allWellFormed(list: readonly KubeObject[]): KubeObject[] {
  return list.flatMap((object) => wellFormed(object) ?? []);
}
