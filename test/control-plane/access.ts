import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { ApiAccess, ApiClient } from './http.ts';

/** Writes a kubeconfig for one account, readable by the owner only. An empty `ca`: whoever answers is trusted. */
export async function writeKubeconfig(path: string, access: ApiAccess, namespace: string): Promise<void> {
  const name = 'warmgate-test';
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: access.server, ...trust(access) } }],
    users: [{ name, user: { token: access.token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace } }],
    'current-context': name,
  };
  await writeFile(path, stringify(config), { mode: 0o600 });
}

/** The JavaScript client refuses plain HTTP, too, unless it is told not to look at certificates. */
function trust({ ca }: ApiAccess): object {
  if (ca === '') return { 'insecure-skip-tls-verify': true };
  return { 'certificate-authority-data': Buffer.from(ca, 'utf8').toString('base64') };
}

/**
 * Access as a service account, by a token that the API server issues (TokenRequest).
 *
 * @throws ApiRefusal when the account does not exist
 */
export async function serviceAccountAccess(
  api: ApiClient,
  serviceAccount: string,
  namespace: string,
): Promise<ApiAccess> {
  const answer = await api.call(`/api/v1/namespaces/${namespace}/serviceaccounts/${serviceAccount}/token`, {
    method: 'POST',
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: 6 * 3600 },
    },
  });
  return { ...api.access, token: answer.body.status.token };
}

/** Creates a namespace and waits for its default service account: without it a ReplicaSet's pods are refused. */
export async function createNamespace(api: ApiClient, name: string): Promise<void> {
  await api.call('/api/v1/namespaces', { method: 'POST', body: { metadata: { name } } });
  const deadline = Date.now() + 20_000;
  while ((await api.send(`/api/v1/namespaces/${name}/serviceaccounts/default`)).status !== 200) {
    if (Date.now() > deadline) throw new Error(`namespace ${name} has no default service account after 20 s`);
    await sleep(50);
  }
}
