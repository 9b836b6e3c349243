import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { watchObjects } from '../control-plane/http.ts';
import { type PodWriter, podsPath } from '../control-plane/kubelet.ts';
import { digestOfName } from '../control-plane/pod-status.ts';
import { widthLimit } from '../harness/width-limit.ts';
import { type HookRun, live, type PodEntry, type Program } from './hook-pod/life.ts';

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

/** Text of a pod's log so far; undefined for a pod that it does not know. */
export type LogOf = (namespace: string, pod: string) => string | undefined | Promise<string | undefined>;

/**
 * Lets `kubectl logs` and Helm's `hook-output-log-policy` work: a Node whose kubelet answers the API server's request for a
 * container's log, with the whole of it. The API server does not check who a kubelet is unless it is told to.
 */
export async function startLogServer(
  { api, dir }: Pick<ControlPlane, 'api' | 'dir'>,
  logOf: LogOf,
): Promise<{ stop(): Promise<void> }> {
  const [cert, key] = await Promise.all(
    ['apiserver.crt', 'apiserver.key'].map((name) => readFile(join(dir, 'certs', name))),
  );
  const server = createServer({ cert, key }, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'https://kubelet');
    const [, root, namespace = '', pod = ''] = pathname.split('/');
    const log = root === 'containerLogs' ? await logOf(namespace, pod) : undefined;
    response.writeHead(log === undefined ? 404 : 200, { 'Content-Type': 'text/plain' });
    response.end(log ?? 'no such container\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await api.call('/api/v1/nodes', { method: 'POST', body: { metadata: { name: 'node-1' } } });
  await api.call('/api/v1/nodes/node-1/status', {
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    body: {
      status: {
        addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
        daemonEndpoints: { kubeletEndpoint: { Port: port } },
      },
    },
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
