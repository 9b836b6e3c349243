import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { bind, endPod } from '../../control-plane/pod-writes.ts';
import { environmentOf } from './environment.ts';
import type { Kit, PodEntry, Program } from './kit.ts';
import { reportState, timeOf } from './report-state.ts';
import { type Mount, type RunningSandbox, startSandbox } from './sandbox.ts';
import { terminationMessage } from './status.ts';
import { mountVolumes } from './volumes.ts';

/** From scheduling to the end, whatever ends it; the pod stays in the cluster until it is deleted. */
export async function live(kit: Kit, entry: PodEntry): Promise<void> {
  await bind(kit.writer, entry.pod);
  const program = kit.images.get(entry.pod.spec.containers[0].image);
  const over = anyOf(entry.deleted.signal, kit.stopped, deadlineOf(entry.pod));
  if (program === undefined) {
    await reportState(kit, entry, { is: 'pull-back-off' });
    await aborted(over);
    await reportState(kit, entry, { is: 'pull-back-off' }, true);
  } else {
    await reportState(kit, entry, { is: 'creating' });
    await run(kit, entry, program, over);
  }
  if (entry.run.times.ended === undefined) entry.run.times.ended = Date.now();
  await aborted(anyOf(entry.deleted.signal, kit.stopped));
  if (!kit.stopped.aborted) await endPod(kit.writer, entry.pod);
}

async function run(kit: Kit, entry: PodEntry, program: Program, over: AbortSignal): Promise<void> {
  const { pod, run: told } = entry;
  const folder = join(kit.dir, pod.metadata.uid);
  const mounts = await prepare(kit, entry, folder, over);
  if (mounts === undefined || over.aborted) return reportState(kit, entry, { is: 'creating' }, true);
  const container = pod.spec.containers[0];
  const messageFile = join(folder, 'termination-log');
  const { runAsUser = 0, runAsGroup = runAsUser } = {
    ...pod.spec.securityContext,
    ...container.securityContext,
  };
  const sandbox = await startSandbox({
    root: join(folder, 'root'),
    mounts: [
      ...Object.entries(program.files).map(([target, source]) => ({ source, target })),
      ...mounts,
      { source: messageFile, target: container.terminationMessagePath, writable: true },
    ],
    uid: runAsUser,
    gid: runAsGroup,
    readOnlyRoot: container.securityContext?.readOnlyRootFilesystem === true,
    argv: [...(container.command ?? program.entrypoint), ...(container.args ?? [])],
    env: environmentOf(pod, kit.server),
    log: join(folder, 'log'),
  });
  told.times.started = Date.now();
  const startedAt = timeOf(told.times.started);
  await reportState(kit, entry, { is: 'running', startedAt });
  const exitCode = await endOf(sandbox, entry, kit, over);
  const finishedAt = Date.now();
  told.log = await readFile(join(folder, 'log'), 'utf8');
  const file = await readFile(messageFile, 'utf8');
  told.message = terminationMessage(file, told.log, exitCode, container.terminationMessagePolicy);
  told.exitCode = exitCode;
  told.times.ended = finishedAt;
  await rm(folder, { recursive: true, force: true });
  const ended = {
    is: 'ended',
    startedAt,
    finishedAt: timeOf(finishedAt),
    exitCode,
    message: told.message,
  } as const;
  await reportState(kit, entry, ended, true);
}

/** Waits for volumes as a kubelet does: a ConfigMap may come later. */
async function prepare(
  kit: Kit,
  entry: PodEntry,
  folder: string,
  over: AbortSignal,
): Promise<Mount[] | undefined> {
  await mkdir(join(folder, 'root'), { recursive: true });
  await writeFile(join(folder, 'termination-log'), '');
  await chmod(join(folder, 'termination-log'), 0o666);
  for (;;) {
    try {
      return await mountVolumes(kit.writer.api, entry.pod, join(folder, 'volumes'));
    } catch (error) {
      entry.run.message = `FailedMount: ${error instanceof Error ? error.message : error}`;
    }
    await sleep(300, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return undefined;
  }
}

/** SIGTERM when it is deleted or over its time, SIGKILL after the grace that the API server names. */
async function endOf(sandbox: RunningSandbox, entry: PodEntry, kit: Kit, over: AbortSignal): Promise<number> {
  const first = await Promise.race([sandbox.ended, aborted(over)]);
  if (first !== undefined) return first;
  if (kit.stopped.aborted) sandbox.signal('SIGKILL');
  else sandbox.signal('SIGTERM');
  const { metadata, spec } = entry.pod as KubeObject & { metadata: { deletionGracePeriodSeconds?: number } };
  const seconds = metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 30;
  const timer = setTimeout(() => sandbox.signal('SIGKILL'), seconds * 1000);
  try {
    return await sandbox.ended;
  } finally {
    clearTimeout(timer);
  }
}

function deadlineOf(pod: KubeObject): AbortSignal {
  const seconds: number | undefined = pod.spec.activeDeadlineSeconds;
  return seconds === undefined ? new AbortController().signal : AbortSignal.timeout(seconds * 1000);
}

function anyOf(...signals: AbortSignal[]): AbortSignal {
  return AbortSignal.any(signals);
}

function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}
