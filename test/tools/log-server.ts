import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ControlPlane } from '../control-plane/control-plane.ts';

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
