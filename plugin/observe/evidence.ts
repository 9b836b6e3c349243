import type { Cluster } from '../cluster/port.ts';
import type { Assessment, InstanceAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { reasons } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import { millis } from '../theia/time.ts';

/** What the cluster says of an instance that does not start. Raw text: the report cleans and caps it. */
export interface Evidence {
  app: string;
  instance: number;
  pod: string;
  container: string;
  /** Messages of Warning Events about the pod, newest first. */
  events: string[];
  /** Last lines of the failing container's log. */
  log: string[];
}

const shownInstances = 3;
const shownEvents = 3;
const shownLines = 8;

/**
 * For the first instances that are not Ready at the end: events by the pod's UID, and the container's last lines where the account
 * may read them. One list of Events, one log a pod. Never throws: a verdict must not fail for want of its evidence.
 */
export async function gatherEvidence(
  cluster: Cluster,
  assessment: Assessment,
  podsOf: (deploymentUid: string) => readonly KubeObject[],
): Promise<Evidence[]> {
  const { namespace } = assessment;
  const failing = assessment.pools
    .flatMap((pool) => pool.instances.filter(isUnready).map((instance) => ({ app: pool.name, instance })))
    .slice(0, shownInstances);
  if (failing.length === 0) return [];
  const events = await cluster.list('Event', namespace).then(
    ({ items }) => items,
    () => [],
  );
  return Promise.all(
    failing.map(async ({ app, instance }) => {
      const deployment = instance.parts.find((part) => part.kind === 'deployment')?.object;
      const pod = podsOf(deployment?.metadata.uid ?? '').at(-1);
      const container = failingContainer(pod);
      const lines =
        pod === undefined || container === '' ? undefined : await tail(cluster, namespace, pod, container);
      return {
        app,
        instance: instance.id,
        pod: pod?.metadata.name ?? '',
        container,
        events: warningsAbout(events, [pod?.metadata.uid, deployment?.metadata.uid]),
        log: lines ?? [],
      };
    }),
  );
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

function warningsAbout(events: readonly KubeObject[], uids: readonly (string | undefined)[]): string[] {
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
