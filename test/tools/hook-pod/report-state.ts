import { setTimeout as sleep } from 'node:timers/promises';
import type { Kit, PodEntry } from './kit.ts';
import { type ContainerState, hookPodStatus, type PodVerdict } from './status.ts';

/**
 * Writes the pod's status. With `over` it is the pod's last: Failed where it never started or was over its time, whatever the
 * container says, but for a pod that somebody deleted while it ran.
 */
export async function reportState(
  { writer, stopped }: Kit,
  entry: PodEntry,
  state: ContainerState,
  over = false,
): Promise<void> {
  if (stopped.aborted) return;
  const { namespace, name, uid } = entry.pod.metadata;
  const verdict = over ? verdictOf(entry, state) : undefined;
  const status = hookPodStatus(entry.pod, state, timeOf(Date.now()), verdict);
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
  const body = { metadata: { uid }, status };
  const request = { method: 'PATCH', contentType: 'application/merge-patch+json', body };
  for (let attempt = 1; ; attempt++) {
    const answer = await writer.api.send(path, request);
    if (answer.status < 400 || answer.status === 404 || answer.status === 409) return;
    if (attempt === 5) throw new Error(`${path}: ${answer.status} ${answer.body?.message}`);
    await sleep(100 * attempt);
  }
}

/** RFC 3339, whole seconds. */
export function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function verdictOf(entry: PodEntry, state: ContainerState): PodVerdict | undefined {
  if (state.is === 'ended') return entry.deleted.signal.aborted ? undefined : lateVerdict(entry);
  return lateVerdict(entry) ?? gone;
}

const gone: PodVerdict = { reason: 'Terminated', message: 'Pod was deleted before its container started' };

function lateVerdict({ pod, run }: PodEntry): PodVerdict | undefined {
  const seconds: number | undefined = pod.spec.activeDeadlineSeconds;
  if (seconds === undefined || Date.now() - run.times.seen < seconds * 1000) return undefined;
  return {
    reason: 'DeadlineExceeded',
    message: 'Pod was active on the node longer than the specified deadline',
  };
}
