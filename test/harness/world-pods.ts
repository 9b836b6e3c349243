import { controllerReference } from '../../plugin/lab/controllers/controller.ts';
import { createImages } from '../../plugin/lab/controllers/images.ts';
import { countPods, triedStatus } from '../../plugin/lab/controllers/pods.ts';
import { deploymentStatus } from '../../plugin/lab/controllers/rollout.ts';
import type { KubeObject, OwnerReference } from '../../plugin/model/kube.ts';
import { annotations } from '../../plugin/theia/labels.ts';
import { objectOf, stamp } from './world-objects.ts';

/** `ready`: its one pod is; `starting`: not yet; `crashing`: it waits in CrashLoopBackOff; `bad`: it can never start. */
export type PodState = 'ready' | 'starting' | 'crashing' | 'bad';

const behaviours = { crashing: 'crashLoopBackOff', bad: 'invalidImageName' } as const;

/** The Deployment with its status, its ReplicaSet and its pod, as the lab's controllers leave them. */
export function withPod(given: KubeObject, state: PodState, at: number, refreshed = false): KubeObject[] {
  const { name, uid } = given.metadata;
  const { template, selector } = given.spec;
  const time = stamp(at);
  const deployment = { ...given, metadata: { ...given.metadata, generation: 1 } };
  const bare = objectOf('ReplicaSet', `${name}-rs`, `${uid}-rs`, {
    metadata: {
      generation: 1,
      creationTimestamp: time,
      annotations: { 'deployment.kubernetes.io/revision': '1' },
      ownerReferences: [controllerReference(deployment) as OwnerReference],
    } as unknown as KubeObject['metadata'],
    spec: { replicas: 1, selector, template },
  });
  const pod = podOf(bare, state, time, refreshed);
  const set = { ...bare, status: { ...countPods([pod]), observedGeneration: 1 } };
  return [{ ...deployment, status: deploymentStatus(deployment, set, [], [pod], at) }, set, pod];
}

function podOf(set: KubeObject, state: PodState, time: string, refreshed: boolean): KubeObject {
  const { metadata, spec } = set.spec.template;
  const pod = objectOf(
    'Pod',
    set.metadata.name.replace(/-rs$/, '-pod'),
    set.metadata.uid.replace(/-rs$/, '-pod'),
    {
      metadata: {
        creationTimestamp: time,
        labels: metadata.labels,
        ownerReferences: [controllerReference(set) as OwnerReference],
        ...(refreshed ? { annotations: { [annotations.refresh]: '1' } } : {}),
      } as unknown as KubeObject['metadata'],
      spec: state === 'starting' ? spec : { ...spec, nodeName: 'lab-node' },
      status: { phase: 'Pending', conditions: [{ type: 'Ready', status: 'False' }] },
    },
  );
  if (state === 'starting') return pod;
  const images = createImages(0);
  if (state !== 'ready') images.set(spec.containers.at(-1).image, { type: behaviours[state] });
  return { ...pod, status: triedStatus(pod, images, 0, time) };
}
