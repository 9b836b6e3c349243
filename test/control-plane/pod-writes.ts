import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { ApiClient, ApiRequest } from './http.ts';
import { type Fate, podStatus, warningOf } from './pod-status.ts';

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
export async function writeWarning(writer: PodWriter, pod: KubeObject, fate: Fate): Promise<void> {
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
