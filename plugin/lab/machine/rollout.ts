import type { KubeObject } from '../../model/kube.ts';

/** New `spec.replicas` of ReplicaSets, by name; those not named keep theirs. */
export type Scaling = ReadonlyMap<string, number>;

/**
 * One step of a rollout: how far the new ReplicaSet goes up and the old ones down.
 * https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy
 */
export function nextScaling(
  deployment: KubeObject,
  current: KubeObject,
  old: readonly KubeObject[],
  oldPods: number,
): Scaling {
  const wanted = replicasOf(deployment);
  const recreate = deployment.spec?.strategy?.type === 'Recreate';
  if (recreate && (oldPods > 0 || old.some((set) => replicasOf(set) > 0)))
    return new Map(old.map((set) => [set.metadata.name, 0]));
  const surge = recreate ? wanted : bound(deployment, 'maxSurge', Math.ceil);
  const total = [current, ...old].reduce((sum, set) => sum + replicasOf(set), 0);
  const room = Math.max(0, wanted + surge - total);
  const have = replicasOf(current);
  const scaling = new Map<string, number>();
  const reach = Math.min(wanted, have + room);
  if (have !== reach) scaling.set(current.metadata.name, reach);
  for (const [name, replicas] of shrink(deployment, current, old, total)) scaling.set(name, replicas);
  return scaling;
}

/** Old pods that are not available go first, then as many as the new ones replace. */
function shrink(
  deployment: KubeObject,
  current: KubeObject,
  old: readonly KubeObject[],
  total: number,
): [string, number][] {
  const least = replicasOf(deployment) - maxUnavailable(deployment);
  const starting = replicasOf(current) - availableOf(current);
  let sick = Math.max(0, total - least - starting);
  const available = [current, ...old].reduce((sum, set) => sum + availableOf(set), 0);
  let spare = Math.max(0, available - least);
  return old.flatMap((set) => {
    const replicas = replicasOf(set);
    const unavailable = Math.min(sick, replicas - availableOf(set));
    const healthy = Math.min(spare, replicas - unavailable, sick - unavailable);
    sick -= unavailable + healthy;
    spare -= healthy;
    return unavailable + healthy > 0 ? [[set.metadata.name, replicas - unavailable - healthy]] : [];
  });
}

export function replicasOf(object: KubeObject): number {
  return object.spec?.replicas ?? 1;
}

export function maxUnavailable(deployment: KubeObject): number {
  return bound(deployment, 'maxUnavailable', Math.floor);
}

function availableOf(set: KubeObject): number {
  return set.status?.availableReplicas ?? 0;
}

function bound(deployment: KubeObject, field: string, round: (value: number) => number): number {
  const value = deployment.spec?.strategy?.rollingUpdate?.[field] ?? '25%';
  if (typeof value === 'number') return value;
  return round((Number.parseFloat(value) / 100) * replicasOf(deployment));
}
