import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { ApiClient } from './http.ts';
import { digestOfName, type Fate, type Outcome } from './pod-status.ts';
import { bind, endPod, type PodWriter, podsPath, writeStatus, writeWarning } from './pod-writes.ts';
import { watchObjects } from './watch.ts';
import { widthLimit } from './width-limit.ts';

export interface KubeletOptions {
  namespace: string;
  /**
   * What becomes of a pod; asked at every change of it and at `refresh`. 'ignore' leaves it to somebody else, its end
   * included. Every pod gets ready unless told.
   */
  decide?: (pod: KubeObject) => Outcome | Fate | 'ignore';
  /** Milliseconds from a pod's first sight until its containers run, 0 unless told. */
  startMs?: number;
  /** Milliseconds from a pod's deletion until it is gone, 0 unless told. */
  endMs?: number;
  /** 64 hex digits for an image: what a tag points to now. Made from the name unless told. */
  digestOf?: (image: string) => string;
}

export interface Kubelet {
  /** Asks `decide` again for every pod. */
  refresh(): void;
  /** Resolves when no write is under way. Pods stay as they are. */
  stop(): Promise<void>;
}

/** Plays scheduler and kubelet of one node for the pods of a namespace: binds them, writes their status, ends them. */
export function startKubelet({ kubeletApi }: { kubeletApi: ApiClient }, options: KubeletOptions): Kubelet {
  const known = new Map<string, Known>();
  const tasks = new Set<Promise<void>>();
  const stopped = new AbortController();
  const writer: PodWriter = {
    api: kubeletApi,
    limit: widthLimit(16),
    digestOf: options.digestOf ?? digestOfName,
  };
  const pause = async (ms = 0) => {
    if (ms > 0) await sleep(ms, undefined, { signal: stopped.signal });
  };
  const begin = (work: Promise<void>) => {
    const task = work.catch(noteFailure).finally(() => tasks.delete(task));
    tasks.add(task);
  };

  const look = (entry: Known) => {
    const decided = options.decide?.(entry.pod) ?? 'ready';
    if (decided === 'ignore' || entry.ending) return;
    if (entry.pod.metadata.deletionTimestamp !== undefined) {
      entry.ending = true;
      begin(pause(options.endMs).then(() => endPod(writer, entry.pod)));
      return;
    }
    const fate = typeof decided === 'string' ? { outcome: decided } : decided;
    if (JSON.stringify(fate) !== JSON.stringify(entry.fate)) begin(bringTo(entry, fate));
  };
  const bringTo = async (entry: Known, fate: Fate) => {
    const isNew = entry.fate === undefined;
    entry.fate = fate;
    const { pod } = entry;
    const scheduled = fate.outcome !== 'unschedulable';
    if (scheduled && pod.spec.nodeName === undefined) await bind(writer, pod);
    if (scheduled && isNew && (options.startMs ?? 0) > 0) {
      await writeStatus(writer, pod, { outcome: 'pending' });
      await pause(options.startMs);
    }
    // Decided anew meanwhile, or on its way out: that task writes.
    if (entry.fate !== fate || entry.ending) return;
    await writeStatus(writer, pod, fate);
    await writeWarning(writer, pod, fate);
  };
  const stopWatch = watchObjects(kubeletApi, podsPath(options.namespace), (pod, gone) => {
    const entry = known.get(pod.metadata.uid) ?? { pod, fate: undefined, ending: false };
    entry.pod = pod;
    if (gone) {
      entry.ending = true;
      known.delete(pod.metadata.uid);
      return;
    }
    known.set(pod.metadata.uid, entry);
    look(entry);
  });
  return {
    refresh: () => {
      for (const entry of known.values()) look(entry);
    },
    async stop() {
      stopped.abort();
      await stopWatch();
      await Promise.all(tasks);
    },
  };
}

interface Known {
  pod: KubeObject;
  /** What is written or being written; undefined before. */
  fate: Fate | undefined;
  ending: boolean;
}

function noteFailure(error: unknown): void {
  const ended = error instanceof Error && error.name === 'AbortError';
  if (!ended) process.stderr.write(`kubelet: ${error}\n`);
}
