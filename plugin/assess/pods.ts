import type { KubeObject } from '../model/kube.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** Pods of a snapshot by the Deployment they come from, found through ReplicaSets by UID. */
export interface Pods {
  seen: boolean;
  byDeployment: ReadonlyMap<string, readonly KubeObject[]>;
  /**
   * By their `app` label, which is what a Service picks them by: also those whose Deployment is gone, and those of an instance
   * that a former AppDefinition of the same name left (theia-cloud.md F10).
   */
  byApp: ReadonlyMap<string, readonly KubeObject[]>;
}

export function indexPods({ objects, sight }: Snapshot): Pods {
  const deploymentOf = new Map(
    objects.ReplicaSet.map((set) => [set.metadata.uid, ownerUid(set, 'Deployment')] as const),
  );
  return {
    seen: sight.Pod === 'seen' && sight.ReplicaSet === 'seen',
    byDeployment: Map.groupBy(objects.Pod, (pod) => deploymentOf.get(ownerUid(pod, 'ReplicaSet')) ?? ''),
    byApp: Map.groupBy(objects.Pod, (pod) => pod.metadata.labels?.app ?? ''),
  };
}

function ownerUid({ metadata }: KubeObject, kind: string): string {
  return (metadata.ownerReferences ?? []).find((owner) => owner.kind === kind)?.uid ?? '';
}
