import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { digestOfName } from '../control-plane/pod-status.ts';
import { type PodWriter, podsPath } from '../control-plane/pod-writes.ts';
import { watchObjects } from '../control-plane/watch.ts';
import { widthLimit } from '../control-plane/width-limit.ts';
import type { HookRun, PodEntry, Program } from './hook-pod/kit.ts';
import { live } from './hook-pod/life.ts';

export interface HookKubeletOptions {
  namespace: string;
  /** What the registry has, by the whole name of the image; any other can't be pulled. */
  images: ReadonlyMap<string, Program>;
}

export interface HookKubelet {
  /** Pods so far, in the order in which they were seen. */
  readonly runs: readonly HookRun[];
  /** What a pod's container said so far. */
  logOf(pod: string): Promise<string | undefined>;
  /** Ends their processes at once; resolves when nothing more is written. */
  stop(): Promise<void>;
}

/** A pod that runs to an end: of a Job, or bare. The kubelet of pool pods leaves those to this one. */
export function runsToAnEnd(pod: KubeObject): boolean {
  return pod.spec.restartPolicy !== 'Always';
}

/** Plays the kubelet of hook pods in a namespace: their container runs on this machine, with its own service account. */
export function startHookKubelet(
  { server, kubeletApi, dir }: Pick<ControlPlane, 'server' | 'kubeletApi' | 'dir'>,
  { namespace, images }: HookKubeletOptions,
): HookKubelet {
  const entries = new Map<string, PodEntry>();
  const tasks = new Set<Promise<void>>();
  const runs: HookRun[] = [];
  const stopped = new AbortController();
  const writer: PodWriter = { api: kubeletApi, limit: widthLimit(16), digestOf: digestOfName };
  const folder = join(dir, 'hook-pods', namespace);
  const kit = { writer, server, dir: folder, images, stopped: stopped.signal };

  const begin = (pod: KubeObject): PodEntry => {
    const owner = pod.metadata.ownerReferences?.find(({ kind }) => kind === 'Job');
    const run: HookRun = {
      pod: pod.metadata.name,
      job: owner?.name ?? '',
      args: pod.spec.containers[0].args ?? [],
      exitCode: undefined,
      message: '',
      log: '',
      times: { seen: Date.now() },
    };
    const entry = { pod, run, deleted: new AbortController() };
    runs.push(run);
    const task = mkdir(folder, { recursive: true })
      .then(() => live(kit, entry))
      .catch((error) => {
        if (!stopped.signal.aborted) process.stderr.write(`hook kubelet: ${pod.metadata.name}: ${error}\n`);
      })
      .finally(() => tasks.delete(task));
    tasks.add(task);
    return entry;
  };

  const stopWatch = watchObjects(kubeletApi, podsPath(namespace), (pod, isGone) => {
    if (!runsToAnEnd(pod)) return;
    const { uid, deletionTimestamp } = pod.metadata;
    const finished = ['Succeeded', 'Failed'].includes(pod.status?.phase);
    const entry = entries.get(uid) ?? (isGone || finished ? undefined : begin(pod));
    if (entry === undefined) return;
    entries.set(uid, entry);
    entry.pod = pod;
    if ((isGone || deletionTimestamp !== undefined) && !entry.deleted.signal.aborted) {
      entry.run.times.deleted = Date.now();
      entry.deleted.abort();
    }
  });
  return {
    runs,
    async logOf(pod) {
      const entry = [...entries.values()].find(({ run }) => run.pod === pod);
      if (entry === undefined || entry.run.log !== '') return entry?.run.log;
      return readFile(join(folder, entry.pod.metadata.uid, 'log'), 'utf8').catch(() => '');
    },
    async stop() {
      stopped.abort();
      await stopWatch();
      await Promise.all(tasks);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
