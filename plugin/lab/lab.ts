import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type AccessTable, createAccess } from './api/access.ts';
import { createFaults, type Faults } from './api/faults.ts';
import { seeded } from './api/random.ts';
import { type ScaledClock, scaledClock } from './clock.ts';
import { type ClusterOptions, createCluster, type EmbeddedCluster } from './cluster.ts';
import { createUsers, type LogSource } from './http/request.ts';
import { type ApiServer, startServer } from './http/server.ts';

export interface LabOptions extends ClusterOptions {
  /** Lab time over wall time; 1 by default. */
  readonly scale?: number;
  /** What the lab's clock shows at first, milliseconds since 1970; the wall's time by default. */
  readonly start?: number;
  /** API groups whose CRDs are not installed: `theia.cloud`, `gateway.networking.k8s.io`. */
  readonly notInstalled?: readonly string[];
  readonly log?: LogSource;
}

/** A running embedded cluster that is reached over HTTP. */
export interface Lab extends Omit<EmbeddedCluster<ScaledClock>, 'stop'> {
  /** `http://127.0.0.1:<port>` */
  readonly server: string;
  /** Path of a kubeconfig for the user `lab-admin`, in the first namespace. */
  readonly kubeconfig: string;
  /** Path of a kubeconfig for this user; the same user, the same file. */
  kubeconfigFor(user: string): string;
  readonly faults: Faults;
  readonly access: AccessTable;
  /** Environment for a client process: KUBECONFIG and the clock's scale. */
  environment(user?: string): Record<string, string>;
  /** Cuts all open connections; the server goes on. */
  cut: ApiServer['cut'];
  stop(): Promise<void>;
}

/** Starts an embedded cluster on a free port of loopback. `stop` leaves nothing behind: no socket, timer or file. */
export async function startLab(options: LabOptions = {}): Promise<Lab> {
  const { scale = 1, seed = 1, namespaces = ['theia'], notInstalled = [], start } = options;
  const clock = scaledClock({ scale, ...(start === undefined ? {} : { start }) });
  const cluster = createCluster(clock, options);
  const { api, store, audit } = cluster;
  const faults = createFaults(seeded(seed + 1));
  const access = createAccess();
  const users = createUsers();
  const server = await startServer({
    store,
    api,
    audit,
    faults,
    access,
    users,
    installed: (group) => !notInstalled.includes(group),
    log: options.log ?? (() => ''),
    scale,
    now: clock.now,
    sleep: clock.sleep,
  });
  const files = createKubeconfigFolder(server.url, namespaces[0] ?? 'default');
  const kubeconfigFor = (user: string): string => files.write(user, users.tokenOf(user));
  const kubeconfig = kubeconfigFor('lab-admin');
  return {
    ...cluster,
    server: server.url,
    kubeconfig,
    kubeconfigFor,
    faults,
    access,
    environment: (user) => ({
      KUBECONFIG: user === undefined ? kubeconfig : kubeconfigFor(user),
      WARMGATE_LAB_SCALE: String(scale),
    }),
    cut: server.cut,
    stop: async () => {
      cluster.stop();
      await server.stop();
      files.remove();
    },
  };
}

/** Kubeconfig files of one lab, in a folder of their own that only this user can read. */
interface KubeconfigFolder {
  /** Writes a kubeconfig for the user and gives its path. */
  write(user: string, token: string): string;
  remove(): void;
}

/** Clears the folders of processes that ended without {@link KubeconfigFolder.remove}, then makes one of its own. */
function createKubeconfigFolder(server: string, namespace: string): KubeconfigFolder {
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
