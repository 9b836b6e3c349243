import type { KubeObject } from '../model/kube.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** Pods of a snapshot by the Deployment they come from, found through ReplicaSets by UID. */
export interface Pods {
  seen: boolean;
  byDeployment: ReadonlyMap<string, KubeObject[]>;
  /** Pods that no existing Deployment stands behind, by their `app` label. */
  leftByApp: ReadonlyMap<string, KubeObject[]>;
}

export function indexPods(snapshot: Snapshot): Pods {
  const deployments = new Set(snapshot.objects.Deployment.map((each) => each.metadata.uid));
  const deploymentOf = new Map(
    snapshot.objects.ReplicaSet.map((set) => [set.metadata.uid, ownerUid(set, 'Deployment')] as const),
  );
  const byDeployment = new Map<string, KubeObject[]>();
  const leftByApp = new Map<string, KubeObject[]>();
  for (const pod of snapshot.objects.Pod) {
    const deployment = deploymentOf.get(ownerUid(pod, 'ReplicaSet'));
    if (deployment !== undefined && deployments.has(deployment)) push(byDeployment, deployment, pod);
    else push(leftByApp, pod.metadata.labels?.app ?? '', pod);
  }
  const seen = snapshot.sight.Pod === 'seen' && snapshot.sight.ReplicaSet === 'seen';
  return { seen, byDeployment, leftByApp };
}

function ownerUid(object: KubeObject, kind: string): string {
  return (object.metadata.ownerReferences ?? []).find((owner) => owner.kind === kind)?.uid ?? '';
}

function push(map: Map<string, KubeObject[]>, key: string, value: KubeObject): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
