import type { KubeObject } from '../../model/kube.ts';
import { stamp } from '../api/caller.ts';
import { countPods } from './pods.ts';

interface Condition {
  type: string;
  status: string;
  reason: string;
  message: string;
  lastUpdateTime: string;
  lastTransitionTime: string;
}

/** The status of a Deployment by its ReplicaSets and pods at `now` (milliseconds). */
export function deploymentStatus(
  deployment: KubeObject,
  current: KubeObject | undefined,
  old: readonly KubeObject[],
  pods: readonly KubeObject[],
  now: number,
): DeploymentStatus {
  const before = deployment.status ?? {};
  const sets = current === undefined ? old : [current, ...old];
  const sum = (field: string): number => sets.reduce((total, set) => total + (set.status?.[field] ?? 0), 0);
  const counts = {
    replicas: sum('replicas'),
    updatedReplicas: current?.status?.replicas ?? 0,
    readyReplicas: sum('readyReplicas'),
    availableReplicas: sum('availableReplicas'),
    unavailableReplicas: Math.max(
      0,
      sets.reduce((n, set) => n + replicasOf(set), 0) - sum('availableReplicas'),
    ),
  };
  const filled = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  const next = conditions(deployment, current, counts).map((condition) => {
    const dated = stamped(before.conditions ?? [], condition, stamp(now));
    return isOverdue(deployment, dated, now) ? overdue(dated, stamp(now)) : dated;
  });
  return {
    ...filled,
    terminatingReplicas: countPods(pods).terminatingReplicas,
    observedGeneration: deployment.metadata.generation,
    ...(before.collisionCount === undefined ? {} : { collisionCount: before.collisionCount }),
    conditions: inOrderOf(before.conditions ?? [], next),
  };
}

interface DeploymentStatus extends Record<string, unknown> {
  conditions: Condition[];
}

/** Milliseconds from an unfinished rollout's last step to the moment when it counts as stuck; undefined: finished. */
export function stuckIn(deployment: KubeObject, status: DeploymentStatus, now: number): number | undefined {
  const progress = status.conditions.find(({ reason }) => reason === 'ReplicaSetUpdated');
  return progress && Date.parse(progress.lastUpdateTime) + deadlineOf(deployment) - now;
}

function isOverdue(deployment: KubeObject, condition: Condition, now: number): boolean {
  const since = Date.parse(condition.lastUpdateTime);
  return condition.reason === 'ReplicaSetUpdated' && now - since > deadlineOf(deployment);
}

function overdue(condition: Condition, time: string): Condition {
  const message = 'ReplicaSet has timed out progressing.';
  return {
    ...condition,
    status: 'False',
    reason: 'ProgressDeadlineExceeded',
    message,
    lastUpdateTime: time,
    lastTransitionTime: time,
  };
}

function deadlineOf(deployment: KubeObject): number {
  return (deployment.spec?.progressDeadlineSeconds ?? 600) * 1000;
}

type Bare = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

function conditions(
  deployment: KubeObject,
  current: KubeObject | undefined,
  counts: { replicas: number; updatedReplicas: number; availableReplicas: number },
): Bare[] {
  const wanted = replicasOf(deployment);
  const enough = counts.availableReplicas >= wanted - maxUnavailable(deployment);
  const done =
    counts.updatedReplicas === wanted && counts.replicas === wanted && counts.availableReplicas >= wanted;
  const set = current?.metadata.name ?? '';
  const available: Bare = enough
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
  const progressing: Bare = {
    type: 'Progressing',
    status: 'True',
    reason: done ? 'NewReplicaSetAvailable' : 'ReplicaSetUpdated',
    message: done
      ? `ReplicaSet "${set}" has successfully progressed.`
      : `ReplicaSet "${set}" is progressing.`,
  };
  return [available, progressing, ...refusals(current)];
}

/** A ReplicaSet that may make no pods says so, and its Deployment repeats it. */
function refusals(current: KubeObject | undefined): Bare[] {
  const rows: Bare[] = current?.status?.conditions ?? [];
  return rows
    .filter(({ type }) => type === 'ReplicaFailure')
    .map(({ type, status, reason, message }) => ({ type, status, reason, message }));
}

function inOrderOf(before: readonly Condition[], next: readonly Condition[]): Condition[] {
  const place = ({ type }: Condition): number => before.findIndex((condition) => condition.type === type);
  return [...next].sort((a, b) => place(a) - place(b));
}

/** Unchanged conditions keep their times, and a change of reason alone keeps that of the transition. */
function stamped(before: readonly Condition[], next: Bare, time: string): Condition {
  const old = before.find((condition) => condition.type === next.type);
  if (old?.reason === 'ProgressDeadlineExceeded' && next.reason === 'ReplicaSetUpdated') return old;
  if (old !== undefined && old.status === next.status && old.reason === next.reason) return old;
  const since = old?.status === next.status ? old.lastTransitionTime : time;
  return { ...next, lastUpdateTime: time, lastTransitionTime: since };
}

/** New `spec.replicas` of ReplicaSets, by name; those not named keep theirs. */
type Scaling = ReadonlyMap<string, number>;

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
