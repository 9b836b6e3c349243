import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { ApiAccess } from './http.ts';

/** Writes a kubeconfig for one account, readable by the owner only. */
export async function writeKubeconfig(path: string, access: ApiAccess, namespace: string): Promise<void> {
  const name = 'warmgate-test';
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: access.server, 'certificate-authority-data': base64(access.ca) } }],
    users: [{ name, user: { token: access.token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace } }],
    'current-context': name,
  };
  await writeFile(path, stringify(config), { mode: 0o600 });
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
