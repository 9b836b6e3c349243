import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { widthLimit } from '../harness/width-limit.ts';
import { type ApiClient, type ApiRequest, watchObjects } from './http.ts';
import { digestOfName, type Fate, type Outcome, podStatus, warningOf } from './pod-status.ts';

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

/** How the pretended kubelet writes: its client, how many requests at a time, what digest an image has. */
export interface PodWriter {
  api: ApiClient;
  limit: <T>(work: () => Promise<T>) => Promise<T>;
  digestOf: (image: string) => string;
}

/** A pod without a node is removed at once when deleted; only a bound one terminates as in a cluster. */
export async function bind(writer: PodWriter, pod: KubeObject): Promise<void> {
  const { name, uid } = pod.metadata;
  const target = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };
  const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name, uid }, target };
  await send(writer, `${podPath(pod)}/binding`, { method: 'POST', body });
}

export async function writeStatus(writer: PodWriter, pod: KubeObject, fate: Fate): Promise<void> {
  const status = podStatus(pod, fate, now(), writer.digestOf);
  const contentType = 'application/merge-patch+json';
  const body = { metadata: { uid: pod.metadata.uid }, status };
  await send(writer, `${podPath(pod)}/status`, { method: 'PATCH', contentType, body });
}

/** The Event of type Warning that goes with a fate, if one does. */
async function writeWarning(writer: PodWriter, pod: KubeObject, fate: Fate): Promise<void> {
  const warning = warningOf(pod, fate);
  if (warning === undefined) return;
  const { namespace, name, uid } = pod.metadata;
  const component = fate.outcome === 'unschedulable' ? 'default-scheduler' : 'kubelet';
  const body = {
    metadata: { generateName: `${name}.`, namespace },
    involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace, name, uid },
    type: 'Warning',
    ...warning,
    count: 1,
    firstTimestamp: now(),
    lastTimestamp: now(),
    source: { component, host: 'node-1' },
  };
  await send(writer, `/api/v1/namespaces/${namespace}/events`, { method: 'POST', body });
}

export async function endPod(writer: PodWriter, pod: KubeObject): Promise<void> {
  const body = { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid } };
  await send(writer, podPath(pod), { method: 'DELETE', body });
}

export function podsPath(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/pods`;
}

function podPath(pod: KubeObject): string {
  return `${podsPath(pod.metadata.namespace ?? '')}/${pod.metadata.name}`;
}

/** A pod that is gone or was made anew (404, 409) needs nothing more; what the server refuses for now is tried again. */
async function send({ api, limit }: PodWriter, path: string, options: ApiRequest): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { status, body } = await limit(() => api.send(path, options));
    if (status < 400 || status === 404 || status === 409) return;
    if (attempt === 5 || (status !== 429 && status < 500)) {
      throw new Error(`${options.method} ${path}: ${status} ${body?.message}`);
    }
    await sleep(100 * attempt);
  }
}

function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
