import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { bind, endPod, type PodWriter } from '../../control-plane/kubelet.ts';
import { type Mount, type RunningSandbox, startSandbox } from './sandbox.ts';
import { type ContainerState, hookPodStatus, type PodVerdict, terminationMessage } from './status.ts';
import { environmentOf, mountVolumes } from './volumes.ts';

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

/**
 * Writes the pod's status. With `over` it is the pod's last: Failed where it never started or was over its time, whatever the
 * container says, but for a pod that somebody deleted while it ran.
 */
async function reportState(
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

/** What an image is made of here: files of this machine by their paths in the container, and what it starts. */
export interface Program {
  readonly files: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
}

/** One pod that was run. */
export interface HookRun {
  readonly pod: string;
  /** The Job that made it; empty for a bare Pod. */
  readonly job: string;
  readonly args: readonly string[];
  /** Undefined as long as it runs, and when it never started. */
  exitCode: number | undefined;
  message: string;
  /** stdout and stderr, at its end. */
  log: string;
  /** Milliseconds since 1970: first seen, started, deleted, ended. */
  times: { seen: number; started?: number; deleted?: number; ended?: number };
}

export interface Kit {
  writer: PodWriter;
  server: string;
  /** Folder of this machine for the pods' files. */
  dir: string;
  images: ReadonlyMap<string, Program>;
  stopped: AbortSignal;
}

/** The pod as last seen, and what wakes its life when somebody deletes it. */
export interface PodEntry {
  pod: KubeObject;
  run: HookRun;
  deleted: AbortController;
}
