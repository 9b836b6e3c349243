import type { KubeObject } from '../../model/kube.ts';
import { type Caller, stamp } from '../api/caller.ts';
import { type ControllerParts, targetOf } from './controller.ts';
import type { Behaviour } from './images.ts';

export interface Warning {
  reason: string;
  message: string;
}

interface EventFields {
  involvedObject?: { uid?: string };
  reason?: string;
}

/** Writes a Warning Event about an object, once for each object and reason: a real cluster counts the others up. */
export function warn(
  { api, store, clock }: ControllerParts,
  by: Caller,
  about: KubeObject,
  { reason, message }: Warning,
): void {
  const { namespace } = targetOf(about);
  const { name, uid } = about.metadata;
  const events = store.list('Event', namespace) as readonly (KubeObject & EventFields)[];
  const told = events.some((event) => event.involvedObject?.uid === uid && event.reason === reason);
  if (told) return;
  const time = stamp(clock.now());
  api.create(by, 'Event', namespace, {
    metadata: { generateName: `${name}.` },
    involvedObject: { apiVersion: about.apiVersion, kind: about.kind, name, namespace, uid },
    type: 'Warning',
    reason,
    message,
    source: { component: by.user.replace('lab:', '') },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  });
}

/** What a kubelet says of a container that it cannot start or that fails; undefined where all is well. */
export function warningOf(
  behaviour: Behaviour['type'],
  container: { name: string; image: string },
): Warning | undefined {
  const { name, image } = container;
  switch (behaviour) {
    case 'imagePullBackOff':
      return { reason: 'Failed', message: `Failed to pull image "${image}": not found` };
    case 'crashLoopBackOff':
      return { reason: 'BackOff', message: `Back-off restarting failed container ${name}` };
    case 'invalidImageName':
      return { reason: 'InspectFailed', message: `Failed to apply default image tag "${image}"` };
    case 'createContainerConfigError':
      return { reason: 'Failed', message: 'Error: configmap "oauth2-proxy-config" not found' };
    case 'neverReady':
      return { reason: 'Unhealthy', message: 'Readiness probe failed: connection refused' };
    default:
      return undefined;
  }
}
