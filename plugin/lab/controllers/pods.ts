import type { KubeObject } from '../../model/kube.ts';
import type { Behaviour, Images } from './images.ts';

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

/** The status of a pod whose node is about to start its containers. */
export function startingStatus(pod: KubeObject, time: string): object {
  return {
    phase: 'Pending',
    startTime: time,
    conditions: [
      condition('Initialized', true, time),
      condition('ContainersReady', false, time),
      condition('Ready', false, time),
      condition('PodScheduled', true, time),
    ],
    containerStatuses: containersOf(pod).map(creatingStatus),
  };
}

/** The status of a pod after a try to start its containers, by what their images do. */
export function triedStatus(pod: KubeObject, images: Images, attempt: number, time: string): object {
  const rows = containersOf(pod).map((container) => ({
    container,
    type: images.behaviourOf(container.image).type,
  }));
  const ready = rows.every(({ type }) => type === 'ready');
  const running = rows.every(
    ({ type }) => type === 'ready' || type === 'neverReady' || type === 'crashLoopBackOff',
  );
  return {
    phase: running ? 'Running' : 'Pending',
    startTime: pod.status?.startTime ?? time,
    conditions: [
      condition('Initialized', true, time),
      condition('ContainersReady', ready, time),
      condition('Ready', ready, time),
      condition('PodScheduled', true, time),
    ],
    containerStatuses: rows.map(({ container, type }) =>
      containerStatus(container, type, images.imageId(container.image), attempt, time),
    ),
  };
}

export const noNode = '0/1 nodes are available: 1 Insufficient memory.';

/** The status of a pod for which there is no node. */
export function unschedulableStatus(time: string): object {
  const row = { ...condition('PodScheduled', false, time), reason: 'Unschedulable', message: noNode };
  return { phase: 'Pending', conditions: [row] };
}

export function containersOf(pod: KubeObject): readonly Container[] {
  return pod.spec?.containers ?? [];
}

function condition(type: string, holds: boolean, time: string): object {
  return { type, status: holds ? 'True' : 'False', lastProbeTime: null, lastTransitionTime: time };
}

export interface Container {
  readonly name: string;
  readonly image: string;
}

/** One `containerStatuses` row. `attempt` counts tries before this one; `time` is RFC 3339. */
export function containerStatus(
  { name, image }: Container,
  behaviour: Behaviour['type'],
  imageID: string,
  attempt: number,
  time: string,
): object {
  const row = { name, image, imageID: '', ready: false, restartCount: 0, started: false, lastState: {} };
  const waiting = (reason: string, message: string): object => ({
    ...row,
    state: { waiting: { reason, message } },
  });
  switch (behaviour) {
    case 'ready':
    case 'neverReady':
      return {
        ...row,
        imageID,
        ready: behaviour === 'ready',
        started: true,
        state: { running: { startedAt: time } },
      };
    case 'imagePullBackOff':
      return attempt === 0
        ? waiting('ErrImagePull', `failed to resolve reference "${image}": not found`)
        : waiting('ImagePullBackOff', `Back-off pulling image "${image}": ErrImagePull: not found`);
    case 'crashLoopBackOff': {
      const terminated = { exitCode: 1, reason: 'Error', startedAt: time, finishedAt: time };
      const lastState = { terminated };
      const state = {
        waiting: { reason: 'CrashLoopBackOff', message: `back-off restarting container ${name}` },
      };
      return { ...row, imageID, restartCount: attempt + 1, lastState, state };
    }
    case 'invalidImageName':
      return waiting('InvalidImageName', `couldn't parse image name "${image}": invalid reference format`);
    case 'createContainerConfigError':
      return waiting('CreateContainerConfigError', 'configmap "oauth2-proxy-config" not found');
    case 'unschedulable':
    case 'overQuota':
      return waiting('ContainerCreating', '');
  }
}

/** A container that its node knows of and has not started. */
function creatingStatus({ name, image }: Container): object {
  const state = { waiting: { reason: 'ContainerCreating' } };
  return { name, image, imageID: '', ready: false, restartCount: 0, started: false, lastState: {}, state };
}
