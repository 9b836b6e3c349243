import { createHash } from 'node:crypto';
import type { KubeObject } from '../../plugin/model/kube.ts';

/** One container cannot start or is not ready; what the others do is not touched by it. */
interface Trouble {
  /** The container's waiting reason; a container without one runs. */
  waiting?: string;
  /** How often it was started before. */
  restarts?: number;
  message: (image: string) => string;
  /** Reason of the warning Event that a real kubelet or scheduler writes, if any. */
  event?: string;
}

/** What a pod can come to. The reasons are those that kubelet and scheduler write. */
export const outcomes = {
  ready: undefined,
  pending: { waiting: 'ContainerCreating', message: () => '' },
  'not-ready': { message: () => 'Readiness probe failed: connection refused', event: 'Unhealthy' },
  'pull-error': {
    waiting: 'ImagePullBackOff',
    message: (image) => `Back-off pulling image "${image}": not found`,
    event: 'Failed',
  },
  'invalid-image': {
    waiting: 'InvalidImageName',
    message: (image) => `Failed to apply default image tag "${image}": invalid reference format`,
    event: 'InspectFailed',
  },
  'config-error': {
    waiting: 'CreateContainerConfigError',
    message: () => 'configmap "oauth2-proxy-config" not found',
    event: 'Failed',
  },
  crash: {
    waiting: 'CrashLoopBackOff',
    restarts: 3,
    message: () => 'back-off 40s restarting failed container',
    event: 'BackOff',
  },
  unschedulable: {
    message: () => '0/1 nodes are available: 1 Insufficient memory.',
    event: 'FailedScheduling',
  },
} as const satisfies Record<string, Trouble | undefined>;

export type Outcome = keyof typeof outcomes;

export interface Fate {
  outcome: Outcome;
  /** The container in trouble; the last one unless told. */
  container?: string;
  /** In place of the outcome's own. */
  message?: string;
}

interface Container {
  name: string;
  image: string;
}

/** The status that a kubelet would write. `now` is RFC 3339; `digestOf` gives 64 hex digits for an image. */
export function podStatus(
  pod: KubeObject,
  fate: Fate,
  now: string,
  digestOf: (image: string) => string,
): object {
  const containers: Container[] = pod.spec.containers;
  const base = { startTime: now, qosClass: pod.status?.qosClass };
  if (fate.outcome === 'unschedulable') {
    const condition = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message: messageOf(pod, fate),
    };
    return {
      ...base,
      startTime: null,
      phase: 'Pending',
      conditions: [{ ...condition, lastTransitionTime: now }],
    };
  }
  const troubled = fate.outcome === 'ready' ? undefined : troubledContainer(pod, fate)?.name;
  const waiting = troubleOf(fate)?.waiting;
  // Nothing of a pod runs before its sandbox is there.
  const waits = (name: string) => waiting !== undefined && (name === troubled || fate.outcome === 'pending');
  return {
    ...base,
    phase: containers.some(({ name }) => waits(name)) ? 'Pending' : 'Running',
    conditions: conditionsOf(troubled, now),
    containerStatuses: containers.map((container) =>
      waits(container.name)
        ? waitingStatus(container, messageOf(pod, fate), troubleOf(fate), now, digestOf)
        : runningStatus(container, container.name !== troubled, now, digestOf),
    ),
  };
}

/** Reason and text of the warning that goes with it, undefined when there is none. */
export function warningOf(pod: KubeObject, fate: Fate): { reason: string; message: string } | undefined {
  const reason = troubleOf(fate)?.event;
  return reason === undefined ? undefined : { reason, message: messageOf(pod, fate) };
}

/** A digest that depends on the image's name only, so that equal tags run equal bytes. */
export function digestOfName(image: string): string {
  return createHash('sha256').update(image).digest('hex');
}

function troubleOf(fate: Fate): Trouble | undefined {
  return outcomes[fate.outcome];
}

function troubledContainer(pod: KubeObject, fate: Fate): Container | undefined {
  const containers: Container[] = pod.spec.containers;
  return containers.find(({ name }) => name === fate.container) ?? containers.at(-1);
}

function messageOf(pod: KubeObject, fate: Fate): string {
  return fate.message ?? troubleOf(fate)?.message(troubledContainer(pod, fate)?.image ?? '') ?? '';
}

function conditionsOf(troubled: string | undefined, now: string): object[] {
  const unready = {
    status: 'False',
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${troubled}]`,
  };
  const verdict = troubled === undefined ? { status: 'True' } : unready;
  return [
    { type: 'PodReadyToStartContainers', status: 'True' },
    { type: 'Initialized', status: 'True' },
    { type: 'Ready', ...verdict },
    { type: 'ContainersReady', ...verdict },
    { type: 'PodScheduled', status: 'True' },
  ].map((condition) => ({ ...condition, lastProbeTime: null, lastTransitionTime: now }));
}

function runningStatus(
  { name, image }: Container,
  ready: boolean,
  now: string,
  digestOf: (image: string) => string,
): object {
  const imageID = `${image}@sha256:${digestOf(image)}`;
  const state = { running: { startedAt: now } };
  return { name, image, imageID, ready, started: true, restartCount: 0, state, lastState: {} };
}

/** A container that ran before keeps the image's id; one that never started has none. */
function waitingStatus(
  { name, image }: Container,
  message: string,
  trouble: Trouble | undefined,
  now: string,
  digestOf: (image: string) => string,
): object {
  const restartCount = trouble?.restarts ?? 0;
  const imageID = restartCount > 0 ? `${image}@sha256:${digestOf(image)}` : '';
  const lastState =
    restartCount > 0 ? { terminated: { exitCode: 1, reason: 'Error', startedAt: now, finishedAt: now } } : {};
  const state = { waiting: { reason: trouble?.waiting, ...(message === '' ? {} : { message }) } };
  return { name, image, imageID, ready: false, started: false, restartCount, state, lastState };
}
