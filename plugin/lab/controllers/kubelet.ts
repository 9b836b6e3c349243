import type { KubeObject } from '../../model/kube.ts';
import { stamp } from '../api/caller.ts';
import {
  type ControllerParts,
  controller,
  fromKey,
  keyOf,
  type Stop,
  targetOf,
  writeStatus,
} from './controller.ts';
import { warn, warningOf } from './events.ts';
import type { Behaviour, Images } from './images.ts';
import { isReady } from './pods.ts';
import { createQueue } from './work-queue.ts';

const scheduler = controller('scheduler', 'kube-scheduler');
const kubelet = controller('kubelet', 'kubelet');

/** Milliseconds of the lab's clock. */
export interface KubeletOptions {
  readonly scheduleDelay?: number;
  /** From a pod's deletion to its end. */
  readonly terminationDelay?: number;
}

/** Plays scheduler and node: binds pods, starts their containers as the images' table says, and ends deleted pods. */
export function startKubelet(
  parts: ControllerParts,
  images: Images,
  { scheduleDelay = 50, terminationDelay = 1000 }: KubeletOptions = {},
): Stop {
  const { store, api, clock } = parts;
  const attempts = new Map<string, number>();
  const queue = createQueue(clock, (key) => {
    const { kind, namespace, name } = fromKey(key);
    const pod = store.get(kind, namespace, name);
    if (pod === undefined || isReady(pod)) return;
    if (pod.metadata.deletionTimestamp !== undefined) return;
    if (pod.spec?.nodeName === undefined) schedule(pod);
    else tryToStart(pod);
  });
  const ending = createQueue(clock, (key) => {
    const { kind, namespace, name } = fromKey(key);
    const pod = store.get(kind, namespace, name);
    if (pod?.metadata.deletionTimestamp === undefined) return;
    const preconditions = { uid: pod.metadata.uid };
    api.remove(kubelet, targetOf(pod), { gracePeriodSeconds: 0, preconditions });
  });

  function schedule(pod: KubeObject): void {
    const time = stamp(clock.now());
    const behaviours = containersOf(pod).map(({ image }) => images.behaviourOf(image));
    if (behaviours.some(({ type }) => type === 'unschedulable')) {
      writeStatus(parts, scheduler, pod, unschedulableStatus(time));
      warn(parts, scheduler, pod, { reason: 'FailedScheduling', message: noNode });
      return;
    }
    const bound = api.patch(scheduler, targetOf(pod), 'merge', { spec: { nodeName: 'lab-node' } });
    writeStatus(parts, kubelet, bound, startingStatus(bound, time));
    const slowest = Math.max(0, ...behaviours.map((row) => (row.type === 'ready' ? row.after : 0)));
    queue.add(keyOf(targetOf(pod)), slowest);
  }

  function tryToStart(pod: KubeObject): void {
    const attempt = attempts.get(pod.metadata.uid) ?? 0;
    attempts.set(pod.metadata.uid, attempt + 1);
    writeStatus(parts, kubelet, pod, triedStatus(pod, images, attempt, stamp(clock.now())));
    for (const container of containersOf(pod)) {
      const warning = warningOf(images.behaviourOf(container.image).type, container);
      if (warning !== undefined) warn(parts, kubelet, pod, warning);
    }
    const backOff = containersOf(pod).some(({ image }) => images.behaviourOf(image).type.endsWith('BackOff'));
    if (backOff) queue.add(keyOf(targetOf(pod)), Math.min(10_000 * 2 ** attempt, 300_000));
  }

  const note = (pod: KubeObject, added: boolean): void => {
    const key = keyOf(targetOf(pod));
    if (pod.metadata.deletionTimestamp !== undefined) ending.add(key, terminationDelay);
    else if (added && pod.status?.containerStatuses === undefined) queue.add(key, scheduleDelay);
  };
  images.onChange((image) => {
    for (const pod of store.list('Pod', '')) {
      if (!isReady(pod) && containersOf(pod).some((container) => container.image === image))
        queue.add(keyOf(targetOf(pod)), scheduleDelay);
    }
  });
  for (const pod of store.list('Pod', '')) note(pod, true);
  const unsubscribe = store.subscribe(({ type, kind, object }) => {
    if (kind !== 'Pod') return;
    if (type === 'DELETED') attempts.delete(object.metadata.uid);
    else note(object, type === 'ADDED');
  });
  return () => {
    unsubscribe();
    queue.stop();
    ending.stop();
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
export function creatingStatus({ name, image }: Container): object {
  const state = { waiting: { reason: 'ContainerCreating' } };
  return { name, image, imageID: '', ready: false, restartCount: 0, started: false, lastState: {}, state };
}
