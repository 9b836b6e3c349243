import type { KubeObject } from '../../model/kube.ts';

interface Condition {
  type: string;
  status: string;
}

export function isReady(pod: KubeObject): boolean {
  const conditions: Condition[] = pod.status?.conditions ?? [];
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}

/** Counts as a replica: neither ended nor terminating. */
export function isActive(pod: KubeObject): boolean {
  const ended = pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded';
  return pod.metadata.deletionTimestamp === undefined && !ended;
}

/** Replica counts as a ReplicaSet's status has them; zero counts are left out, as the real server leaves them out. */
export function countPods(pods: readonly KubeObject[]): Record<string, number> {
  const active = pods.filter(isActive);
  const ready = active.filter(isReady).length;
  return {
    replicas: active.length,
    terminatingReplicas: pods.filter((pod) => pod.metadata.deletionTimestamp !== undefined).length,
    ...(active.length === 0 ? {} : { fullyLabeledReplicas: active.length }),
    ...(ready === 0 ? {} : { readyReplicas: ready, availableReplicas: ready }),
  };
}
