import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { readAccess } from '../../plugin/lab/operator/access.ts';
import type { Ground } from './ground.ts';
import { openTap, type Tap } from './tap.ts';

/** A ground whose runs of warmgate go through a tap of their own. */
export interface TappedGround {
  ground: Ground;
  tap: Tap;
  /** Environment of a client behind the tap. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Puts a tap before warmgate's account on any ground. `stop` leaves the ground as it was. */
export async function tapped(ground: Ground): Promise<TappedGround> {
  const environment = await ground.environment(false);
  const { server, ca, token = '' } = readAccess(environment.KUBECONFIG ?? '');
  const tap = await openTap(server, ca);
  const folder = await mkdtemp(join(tmpdir(), 'warmgate-tap-'));
  const file = join(folder, 'kubeconfig');
  await writeFile(file, kubeconfig(tap.url, token, ground.namespace), { mode: 0o600 });
  const behind = { ...environment, KUBECONFIG: file };
  return {
    ground: { ...ground, environment: async () => behind },
    tap,
    environment: behind,
    stop: async () => {
      await tap.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The JavaScript client refuses plain HTTP unless it is told not to look at certificates. */
function kubeconfig(server: string, token: string, namespace: string): string {
  const name = 'tapped';
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace } }],
    'current-context': name,
  });
}
