import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { Context } from './context.ts';

/** How long a reason is borne (design.md section 5): until the deadline, for a while, not at all. */
type Patience = 'patient' | 'sustained' | 'immediate';

/** Waiting reasons of containers and pods, as kubelet and scheduler write them. Unknown ones are patient. */
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
  InvalidImageName: 'immediate',
  ErrImageNeverPull: 'immediate',
  CreateContainerConfigError: 'immediate',
} as const satisfies Record<string, Patience>;

/** A sustained reason is final after this many looks and this much time. */
export const sustainedLooks = 3;
export const sustainedMs = 30_000;

/** The first trouble of a Deployment's pods that names itself, or undefined. */
export function podTrouble(
  deployment: KubeObject,
  pods: readonly KubeObject[],
  context: Context,
): Reason | undefined {
  const found = pods.flatMap(waitingOf)[0] ?? quotaOf(deployment);
  if (found === undefined) return undefined;
  const { container, why } = found;
  const patience: Patience = (waitingReasons as Record<string, Patience>)[why] ?? 'patient';
  if (patience === 'immediate') return because('podDoomed', { container, why });
  const seen = context.history.sightings[sightingKey(deployment, why)];
  const waited = seen === undefined ? 0 : context.snapshot.now - seen.since;
  if (
    patience === 'sustained' &&
    seen !== undefined &&
    seen.looks >= sustainedLooks &&
    waited >= sustainedMs
  ) {
    return because('podFailing', { container, why, looks: seen.looks, seconds: Math.round(waited / 1000) });
  }
  return because('podWaiting', { container, why });
}

/** Trouble seen at this look and since when: carried from look to look while it lasts. */
export function watchSightings(
  context: Pick<Context, 'snapshot' | 'pods'>,
  before: Context['history']['sightings'],
): Context['history']['sightings'] {
  const after: Record<string, { since: number; looks: number }> = {};
  for (const deployment of context.snapshot.objects.Deployment) {
    for (const pod of context.pods.byDeployment.get(deployment.metadata.uid) ?? []) {
      for (const { why } of waitingOf(pod)) {
        const key = sightingKey(deployment, why);
        const known = before[key];
        after[key] = { since: known?.since ?? context.snapshot.now, looks: (known?.looks ?? 0) + 1 };
      }
    }
  }
  return after;
}

/** A back-off swings between pulling and waiting, so both count as one trouble. */
function sightingKey(deployment: KubeObject, why: string): string {
  const family = why === 'ErrImagePull' ? 'ImagePullBackOff' : why;
  return `${deployment.metadata.uid}/${family}`;
}

function waitingOf(pod: KubeObject): { container: string; why: string }[] {
  const status = pod.status ?? {};
  const statuses = [status.initContainerStatuses, status.containerStatuses].filter(Array.isArray).flat();
  const waiting = statuses.flatMap((each) => {
    const why = each?.state?.waiting?.reason;
    return typeof why === 'string' ? [{ container: String(each.name), why: word(why) }] : [];
  });
  const conditions: unknown[] = Array.isArray(status.conditions) ? status.conditions : [];
  const unscheduled = conditions.some(
    (each) =>
      has(each, 'type', 'PodScheduled') &&
      has(each, 'status', 'False') &&
      has(each, 'reason', 'Unschedulable'),
  );
  return unscheduled ? [{ container: '', why: 'Unschedulable' }, ...waiting] : waiting;
}

function quotaOf(deployment: KubeObject): { container: string; why: string } | undefined {
  const conditions: unknown[] = Array.isArray(deployment.status?.conditions)
    ? deployment.status.conditions
    : [];
  const failed = conditions.some(
    (each) => has(each, 'type', 'ReplicaFailure') && has(each, 'status', 'True'),
  );
  return failed ? { container: '', why: 'FailedCreate' } : undefined;
}

function has(value: unknown, key: string, wanted: string): boolean {
  return typeof value === 'object' && value !== null && (value as Record<string, unknown>)[key] === wanted;
}

/** Cluster text that becomes an argument: a CamelCase word and nothing else. */
function word(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 60);
}
