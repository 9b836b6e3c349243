import type { KubeObject } from '../../model/kube.ts';
import { type Container, containerStatus, creatingStatus } from './container-status.ts';
import type { Images } from './image-behaviour.ts';

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
