import type { KubeObject } from '../../model/kube.ts';
import { stamp } from '../api/caller.ts';
import {
  type ControllerParts,
  controller,
  createQueue,
  fromKey,
  keyOf,
  type Stop,
  targetOf,
  writeStatus,
} from './controller.ts';
import { warn, warningOf } from './events.ts';
import type { Images } from './images.ts';
import { containersOf, isReady, noNode, startingStatus, triedStatus, unschedulableStatus } from './pods.ts';

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
