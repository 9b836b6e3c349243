import type { KubeObject } from '../../plugin/model/kube.ts';
import { annotations } from '../../plugin/theia/labels.ts';
import { objectOf, reference } from './world-objects.ts';

/** `ready`: its one pod is; `starting`: not yet; `crashing`: it waits in CrashLoopBackOff; `bad`: it can never start. */
export type PodState = 'ready' | 'starting' | 'crashing' | 'bad';

/** The Deployment with its status, its ReplicaSet and its pod, as the controllers leave them. */
export function withPod(deployment: KubeObject, state: PodState, refreshed = false): KubeObject[] {
  const { name, uid } = deployment.metadata;
  const ready = state === 'ready' ? 1 : 0;
  const set = objectOf('ReplicaSet', `${name}-rs`, `${uid}-rs`);
  const pod = objectOf('Pod', `${name}-pod`, `${uid}-pod`);
  const waiting = { crashing: 'CrashLoopBackOff', bad: 'InvalidImageName' }[state as 'crashing'];
  return [
    {
      ...deployment,
      metadata: { ...deployment.metadata, generation: 1 },
      status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: ready },
    },
    { ...set, metadata: { ...set.metadata, ownerReferences: [reference('Deployment', name, uid)] } },
    {
      ...pod,
      metadata: {
        ...pod.metadata,
        labels: { app: String(deployment.spec?.selector?.matchLabels?.app) },
        ownerReferences: [reference('ReplicaSet', `${name}-rs`, `${uid}-rs`)],
        ...(refreshed ? { annotations: { [annotations.refresh]: '1' } } : {}),
      },
      status: {
        conditions: [{ type: 'Ready', status: ready === 1 ? 'True' : 'False' }],
        ...(waiting === undefined
          ? {}
          : { containerStatuses: [{ name: 'ide', state: { waiting: { reason: waiting } } }] }),
      },
    },
  ];
}
