import { isRecord, list, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';

/** How long a reason is borne (design.md section 5): until the deadline, for a while, not at all. */
export type Patience = 'patient' | 'sustained' | 'immediate';

/**
 * Waiting reasons of containers and pods, as kubelet and scheduler write them
 * (https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-state-waiting). Unknown ones are patient.
 */
export const waitingReasons = {
  Unschedulable: 'patient',
  FailedCreate: 'patient',
  ContainerCreating: 'patient',
  PodInitializing: 'patient',
  ErrImagePull: 'sustained',
  ImagePullBackOff: 'sustained',
  CrashLoopBackOff: 'sustained',
  RunContainerError: 'sustained',
  CreateContainerError: 'sustained',
  CreateContainerConfigError: 'sustained',
  InvalidImageName: 'immediate',
  ErrImageNeverPull: 'immediate',
} as const satisfies Record<string, Patience>;

/** Why a container, or the pod as a whole (`container` is then empty), does not run. */
export interface Wait {
  container: string;
  why: string;
  patience: Patience;
}

/** All that a pod's status names, in its order. */
export function waitsOf({ status }: KubeObject): Wait[] {
  const containers = [...list(status?.initContainerStatuses), ...list(status?.containerStatuses)];
  const waiting = containers.flatMap((each) => {
    const state = isRecord(each) ? each.state : undefined;
    const found = isRecord(state) ? state.waiting : undefined;
    if (!isRecord(each) || !isRecord(found) || text(found.reason) === '') return [];
    const why = word(text(found.reason));
    return [{ container: text(each.name), why, patience: patienceOf(why, text(found.message)) }];
  });
  const unschedulable = list(status?.conditions).some(
    (each) =>
      isRecord(each) &&
      each.type === 'PodScheduled' &&
      each.status === 'False' &&
      each.reason === 'Unschedulable',
  );
  return unschedulable ? [wholePod('Unschedulable'), ...waiting] : waiting;
}

/** No pod at all: a quota or an admission rule refuses it (apps/v1 DeploymentConditionType ReplicaFailure). */
export function refusedPod({ status }: KubeObject): Wait[] {
  const refused = list(status?.conditions).some(
    (each) => isRecord(each) && each.type === 'ReplicaFailure' && each.status === 'True',
  );
  return refused ? [wholePod('FailedCreate')] : [];
}

function wholePod(why: 'Unschedulable' | 'FailedCreate'): Wait {
  return { container: '', why, patience: waitingReasons[why] };
}

/** A ConfigMap or Secret that is surely missing does not come by itself; kubelet writes the same reason while it only lags. */
function patienceOf(why: string, message: string): Patience {
  const missing = /^(configmap|secret) "[^"]*" not found|^couldn't find key /i;
  if (why === 'CreateContainerConfigError' && missing.test(message)) return 'immediate';
  return Object.hasOwn(waitingReasons, why) ? waitingReasons[why as keyof typeof waitingReasons] : 'patient';
}

/** Cluster text that becomes an argument: a CamelCase word and nothing else. */
function word(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 60);
}
