import type { KubeObject } from '../../../plugin/model/kube.ts';

/** What a hook's only container is at. Times are RFC 3339. */
export type ContainerState =
  | { is: 'creating' }
  | { is: 'pull-back-off' }
  | { is: 'running'; startedAt: string }
  | { is: 'ended'; startedAt: string; finishedAt: string; exitCode: number; message: string };

/** Why a pod ended that its container's exit does not explain. */
export interface PodVerdict {
  reason: string;
  message: string;
}

/**
 * The status that a kubelet writes for a pod that runs to an end
 * (https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/). `verdict` makes it Failed whatever the container says.
 */
export function hookPodStatus(
  pod: KubeObject,
  state: ContainerState,
  now: string,
  verdict?: PodVerdict,
): object {
  const phase = verdict === undefined ? phaseOf(state) : 'Failed';
  const ready = state.is === 'running';
  const conditions = [
    condition('Initialized', true, now),
    condition('Ready', ready, now, phase),
    condition('ContainersReady', ready, now, phase),
    condition('PodScheduled', true, now),
  ];
  return {
    phase,
    ...(verdict ?? {}),
    startTime: pod.status?.startTime ?? now,
    hostIP: '127.0.0.1',
    qosClass: pod.status?.qosClass,
    conditions,
    containerStatuses: [containerStatus(pod, state)],
  };
}

function phaseOf(state: ContainerState): string {
  switch (state.is) {
    case 'running':
      return 'Running';
    case 'ended':
      return state.exitCode === 0 ? 'Succeeded' : 'Failed';
    default:
      return 'Pending';
  }
}

function condition(type: string, holds: boolean, now: string, phase?: string): object {
  const over =
    phase === 'Succeeded' ? 'PodCompleted' : phase === 'Failed' ? 'PodFailed' : 'ContainersNotReady';
  return {
    type,
    status: holds ? 'True' : 'False',
    lastTransitionTime: now,
    ...(holds ? {} : { reason: over }),
  };
}

function containerStatus(pod: KubeObject, state: ContainerState): object {
  const { name, image } = pod.spec.containers[0];
  const started = state.is === 'running';
  const imageID = state.is === 'running' || state.is === 'ended' ? `${image}@sha256:${'0'.repeat(64)}` : '';
  return {
    name,
    image,
    imageID,
    ready: started,
    started,
    restartCount: 0,
    lastState: {},
    state: stateOf(image, state),
  };
}

function stateOf(image: string, state: ContainerState): object {
  switch (state.is) {
    case 'creating':
      return { waiting: { reason: 'ContainerCreating' } };
    case 'pull-back-off':
      return {
        waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image "${image}": not found` },
      };
    case 'running':
      return { running: { startedAt: state.startedAt } };
    case 'ended': {
      const { exitCode, message, startedAt, finishedAt } = state;
      const reason = exitCode === 0 ? 'Completed' : 'Error';
      const said = message === '' ? {} : { message };
      return {
        terminated: { exitCode, reason, startedAt, finishedAt, containerID: 'containerd://hook', ...said },
      };
    }
  }
}

/** What kubelet keeps of a termination message, bytes; of a log in its stead half of it, and 80 lines. */
const longestMessage = 4096;

/** The message file's content, or the end of the log where the container failed and its policy says so. */
export function terminationMessage(
  file: string,
  log: string,
  exitCode: number,
  policy: string | undefined,
): string {
  if (file !== '') return head(file, longestMessage);
  if (exitCode === 0 || policy !== 'FallbackToLogsOnError') return '';
  return tail(log.split('\n').slice(-81).join('\n'), longestMessage / 2);
}

function head(text: string, bytes: number): string {
  return Buffer.from(text, 'utf8').subarray(0, bytes).toString('utf8');
}

function tail(text: string, bytes: number): string {
  const all = Buffer.from(text, 'utf8');
  return all.subarray(Math.max(0, all.length - bytes)).toString('utf8');
}
