import type { Cluster } from '../cluster/port.ts';
import type { Assessment, InstanceAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { reasons } from '../model/reasons.ts';
import type { EvidenceReport } from '../model/report.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { instanceStates } from '../model/states.ts';
import { millis } from '../theia/time.ts';

const shownInstances = 5;
const shownEvents = 3;
const shownLines = 8;

/**
 * What the cluster says of the first instances of each pool that are not Ready at the end, as raw text that the report cleans and caps: events by
 * the UID of the pod and of what makes it, and the container's last lines where the account may read them. One list of Events,
 * one log a pod. Never throws: a verdict must not fail for want of its evidence.
 */
export async function gatherEvidence(
  cluster: Cluster,
  assessment: Assessment,
  { ReplicaSet, Pod }: Pick<Snapshot['objects'], 'ReplicaSet' | 'Pod'>,
): Promise<EvidenceReport[]> {
  const { namespace } = assessment;
  const failing = assessment.pools
    .flatMap((pool) =>
      pool.instances.filter(isUnready).map((instance, at) => ({ app: pool.name, instance, at })),
    )
    .sort((a, b) => a.at - b.at)
    .slice(0, shownInstances);
  if (failing.length === 0) return [];
  const events = await cluster.list('Event', namespace).then(
    ({ items }) => items,
    () => [],
  );
  return Promise.all(
    failing.map(async ({ app, instance }) => {
      const deployments = instance.parts.filter(({ object }) => object.kind === 'Deployment');
      const uids = deployments.map(({ object }) => object.metadata.uid);
      const sets = ReplicaSet.filter((set) => isOwnedByAny(set, uids)).map(({ metadata }) => metadata.uid);
      const pods = Pod.filter((each) => isOwnedByAny(each, sets));
      const pod = pods.findLast((each) => failingContainer(each) !== '') ?? pods.at(-1);
      const container = failingContainer(pod);
      const lines =
        pod === undefined || container === '' ? undefined : await tail(cluster, namespace, pod, container);
      return {
        app,
        instance: instance.id,
        pod: pod?.metadata.name ?? '',
        container,
        events: warningsAbout(events, [...uids, ...sets, ...pods.map(({ metadata }) => metadata.uid)]),
        log: lines ?? [],
      };
    }),
  );
}

/** A pod that a quota refuses leaves its warning on the ReplicaSet. */
function isOwnedByAny({ metadata }: KubeObject, uids: readonly string[]): boolean {
  return (metadata.ownerReferences ?? []).some(({ uid }) => uids.includes(uid));
}

function isUnready(instance: InstanceAssessment): boolean {
  if (!instanceStates[instance.state].free) return false;
  return instance.reasons.some((reason) => unready.has(reason.code) && reasons[reason.code].exit !== 0);
}

const unready: ReadonlySet<string> = new Set(['notReady', 'podWaiting', 'podFailing', 'podDoomed']);

function failingContainer(pod: KubeObject | undefined): string {
  const statuses = [pod?.status?.initContainerStatuses, pod?.status?.containerStatuses]
    .filter(Array.isArray)
    .flat();
  const failing =
    statuses.find((each) => each?.state?.waiting !== undefined) ??
    statuses.find((each) => each?.ready === false);
  return typeof failing?.name === 'string' ? failing.name : '';
}

async function tail(
  cluster: Cluster,
  namespace: string,
  pod: KubeObject,
  container: string,
): Promise<string[] | undefined> {
  const text = await cluster.log(namespace, pod.metadata.name, container, shownLines).catch(() => undefined);
  return text?.split('\n').filter((line) => line.trim() !== '');
}

function warningsAbout(events: readonly KubeObject[], uids: readonly string[]): string[] {
  return (events as readonly (KubeObject & EventFields)[])
    .filter((event) => event.type === 'Warning' && uids.includes(event.involvedObject?.uid ?? ''))
    .sort((a, b) => timeOf(b) - timeOf(a))
    .slice(0, shownEvents)
    .map((event) => `${event.reason ?? ''}: ${event.message ?? ''}`);
}

interface EventFields {
  type?: string;
  reason?: string;
  message?: string;
  lastTimestamp?: string;
  eventTime?: string;
  involvedObject?: { uid?: string };
}

function timeOf(event: KubeObject & EventFields): number {
  return millis(event.lastTimestamp) || millis(event.eventTime) || millis(event.metadata.creationTimestamp);
}
