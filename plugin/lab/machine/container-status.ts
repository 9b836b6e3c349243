import type { Behaviour } from './image-behaviour.ts';

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
