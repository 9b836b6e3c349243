import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** Kubeconfig files of one lab, in a folder of their own that only this user can read. */
export interface KubeconfigFolder {
  /** Writes a kubeconfig for the user and gives its path. */
  write(user: string, token: string): string;
  remove(): void;
}

/** Clears the folders of processes that ended without {@link KubeconfigFolder.remove}, then makes one of its own. */
export function createKubeconfigFolder(server: string, namespace: string): KubeconfigFolder {
  clearLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `warmgate-lab-${process.pid}-`));
  return {
    write: (user, token) => {
      const path = join(folder, `${encodeURIComponent(user)}.yaml`);
      writeFileSync(path, stringify(configOf(server, namespace, user, token)), { mode: 0o600 });
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function clearLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^warmgate-lab-(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `insecure-skip-tls-verify`: the JavaScript client refuses plain HTTP without it. */
function configOf(server: string, namespace: string, user: string, token: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'lab',
    clusters: [{ name: 'lab', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name: 'lab', context: { cluster: 'lab', user, namespace } }],
  };
}
