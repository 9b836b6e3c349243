import { isRecord, list, own, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { isRolledOut } from '../theia/deployment.ts';
import type { History } from './history.ts';

/** Pods of a snapshot by the Deployment they come from, found through ReplicaSets by UID. */
export interface Pods {
  seen: boolean;
  byDeployment: ReadonlyMap<string, readonly KubeObject[]>;
  /**
   * By their `app` label, which is what a Service picks them by: also those whose Deployment is gone, and those of an instance
   * that a former AppDefinition of the same name left (docs/theia-cloud.md#f10).
   */
  byApp: ReadonlyMap<string, readonly KubeObject[]>;
}

export function indexPods({ objects, sight }: Snapshot): Pods {
  const deploymentOf = new Map(
    objects.ReplicaSet.map((set) => [set.metadata.uid, ownerUid(set, 'Deployment')] as const),
  );
  return {
    seen: sight.Pod === 'seen' && sight.ReplicaSet === 'seen',
    byDeployment: Map.groupBy(objects.Pod, (pod) => deploymentOf.get(ownerUid(pod, 'ReplicaSet')) ?? ''),
    byApp: Map.groupBy(objects.Pod, (pod) => pod.metadata.labels?.app ?? ''),
  };
}

function ownerUid({ metadata }: KubeObject, kind: string): string {
  return (metadata.ownerReferences ?? []).find((owner) => owner.kind === kind)?.uid ?? '';
}

/** A sustained reason is final after this many looks and this much time. */
const sustainedLooks = 3;
const sustainedMs = 30_000;

/** What keeps a Deployment that is not ready from it, the worst that its pods name; undefined when none does. */
export function podTrouble(
  deployment: KubeObject,
  pods: readonly KubeObject[],
  context: Seen,
): Reason | undefined {
  const waits = [...pods.flatMap(waitsOf), ...refusedPod(deployment)];
  const doomed = waits.find(({ waitClass }) => waitClass === 'immediate');
  if (doomed !== undefined) return because('podDoomed', { container: doomed.container, why: doomed.why });
  const bad = waits.filter(({ waitClass }) => waitClass === 'sustained');
  const failing = bad.flatMap((wait) => failure(deployment, wait, context) ?? []);
  const [waiting] = [...bad, ...waits];
  if (failing.length > 0 || waiting === undefined) return failing[0];
  return because('podWaiting', { container: waiting.container, why: waiting.why });
}

/** One look and those before it. */
interface Seen {
  history: History;
  snapshot: Snapshot;
}

/** The wait has lasted for long enough, at enough looks. */
function failure(
  deployment: KubeObject,
  { container, why }: Wait,
  { history, snapshot }: Seen,
): Reason | undefined {
  const seen = own(history.sightings, sightingKey(deployment.metadata.uid, why));
  if (seen === undefined || seen.looks < sustainedLooks) return undefined;
  const waited = snapshot.now - seen.since;
  if (waited < sustainedMs) return undefined;
  return because('podFailing', { container, why, looks: seen.looks, seconds: Math.round(waited / 1000) });
}

/** How long a reason is borne (docs/architecture.md#waiting-reasons): until the deadline, for a while, not at all. */
export type WaitClass = 'patient' | 'sustained' | 'immediate';

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
} as const satisfies Record<string, WaitClass>;

/** Why a container, or the pod as a whole (`container` is then empty), does not run. */
export interface Wait {
  container: string;
  why: string;
  waitClass: WaitClass;
}

/** All that a pod's status names, in its order. */
function waitsOf({ status }: KubeObject): Wait[] {
  const containers = [...list(status?.initContainerStatuses), ...list(status?.containerStatuses)];
  const waiting = containers.flatMap((each) => {
    const state = isRecord(each) ? each.state : undefined;
    const found = isRecord(state) ? state.waiting : undefined;
    if (!isRecord(each) || !isRecord(found) || text(found.reason) === '') return [];
    const why = word(text(found.reason));
    return [{ container: text(each.name), why, waitClass: classOf(why, text(found.message)) }];
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
function refusedPod({ status }: KubeObject): Wait[] {
  const refused = list(status?.conditions).some(
    (each) => isRecord(each) && each.type === 'ReplicaFailure' && each.status === 'True',
  );
  return refused ? [wholePod('FailedCreate')] : [];
}

function wholePod(why: 'Unschedulable' | 'FailedCreate'): Wait {
  return { container: '', why, waitClass: waitingReasons[why] };
}

/** A ConfigMap or Secret that is surely missing does not come by itself; kubelet writes the same reason while it only lags. */
function classOf(why: string, message: string): WaitClass {
  const missing = /^(configmap|secret) "[^"]*" not found|^couldn't find key /i;
  if (why === 'CreateContainerConfigError' && missing.test(message)) return 'immediate';
  return Object.hasOwn(waitingReasons, why) ? waitingReasons[why as keyof typeof waitingReasons] : 'patient';
}

/** Cluster text that becomes an argument: a CamelCase word and nothing else. */
function word(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 60);
}

/**
 * Trouble seen at this look and since when. Kept while the Deployment is not ready, also over looks that do not show it: a
 * crash loop runs for a moment between two back-offs.
 */
export function watchSightings(
  { objects, now }: Snapshot,
  pods: Pods,
  before: History['sightings'],
): History['sightings'] {
  const struggling = objects.Deployment.filter((each) => !isRolledOut(each));
  const uids = new Set(struggling.map((each) => each.metadata.uid));
  const after = new Map(
    Object.entries(before).filter(([key]) => uids.has(key.slice(0, key.lastIndexOf('/')))),
  );
  for (const uid of uids) {
    const seen = (pods.byDeployment.get(uid) ?? []).flatMap(waitsOf).map(({ why }) => sightingKey(uid, why));
    for (const key of new Set(seen)) {
      const known = after.get(key);
      after.set(key, { since: known?.since ?? now, looks: (known?.looks ?? 0) + 1 });
    }
  }
  return Object.fromEntries(after);
}

/** A back-off swings between pulling and waiting, so both count as one trouble. */
function sightingKey(deploymentUid: string, why: string): string {
  return `${deploymentUid}/${why === 'ErrImagePull' ? 'ImagePullBackOff' : why}`;
}
