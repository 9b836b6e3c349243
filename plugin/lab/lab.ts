import { type AccessTable, createAccess } from './api/access.ts';
import { createFaults, type Faults } from './api/faults.ts';
import { seeded } from './api/random.ts';
import { type ScaledClock, scaledClock } from './clock.ts';
import { type ClusterOptions, createCluster, type EmbeddedCluster } from './cluster.ts';
import { createUsers, type LogSource } from './http/request.ts';
import { type ApiServer, startServer } from './http/server.ts';
import { createKubeconfigFolder } from './kubeconfig.ts';

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
