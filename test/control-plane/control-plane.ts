import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceAccountAccess, writeKubeconfig } from './access.ts';
import { type AuditEntry, auditLogSize, readAuditLog } from './audit.ts';
import { ensureBinaries } from './build.ts';
import { type Component, ComponentFailure, startComponent, untilHealthy } from './component.ts';
import { installCrds } from './crds.ts';
import { type ApiClient, apiClient } from './http.ts';
import { clearLeftovers, forgetRun, noteRun } from './leftovers.ts';
import {
  apiServerArgs,
  controllerManagerArgs,
  etcdArgs,
  freePorts,
  type ServerPlan,
  type Tokens,
  writeServerFiles,
} from './servers.ts';

export interface ControlPlaneOptions {
  /** Theia Cloud's CRDs and HTTPRoute's, installed before the controllers start. True unless told. */
  crds?: boolean;
  /** Keep the folder with logs, keys and data after stop. */
  keepDir?: boolean;
  /** Milliseconds that each server has to become healthy, 60000 unless told. */
  limitMs?: number;
  /** Further flags of kube-apiserver, e.g. to make it refuse requests early. */
  apiServerFlags?: readonly string[];
  /** Progress, one line a call; to stderr unless told. */
  say?: (line: string) => void;
}

/** A real etcd, kube-apiserver and kube-controller-manager on loopback; no kubelet, no scheduler. */
export interface ControlPlane {
  /** `https://127.0.0.1:PORT` */
  readonly server: string;
  /** Path of the kubeconfig of `test:admin`, who may everything. */
  readonly kubeconfig: string;
  readonly dir: string;
  /** Requests as `test:admin`. */
  readonly api: ApiClient;
  /** Requests as `test:kubelet`, who may everything. */
  readonly kubeletApi: ApiClient;
  /** Requests answered so far, in order, those before byte `from` of the log left out (see auditMark). */
  auditLog(from?: number): Promise<AuditEntry[]>;
  /** A place in the audit log behind everything answered so far. */
  auditMark(): Promise<number>;
  /** Path of a kubeconfig with a fresh token of an existing service account, valid for six hours. */
  kubeconfigFor(serviceAccount: string, namespace: string): Promise<string>;
  /** Throws ComponentFailure when a server has ended by itself. */
  check(): void;
  /** Ends the servers by their ids, then removes the folder. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Boots a control plane of its own in a new folder under the temporary one, after clearing what killed runs left.
 *
 * @throws ComponentFailure with the end of a server's log, when it dies or is not healthy in time
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const say = options.say ?? ((line: string) => process.stderr.write(`${line}\n`));
  await clearLeftovers(say);
  const paths = await ensureBinaries(['etcd', 'kube-apiserver', 'kube-controller-manager'], say);
  for (let attempt = 1; ; attempt++) {
    try {
      return await boot(paths, options);
    } catch (error) {
      if (!(error instanceof ComponentFailure && error.portTaken) || attempt === 3) throw error;
    }
  }
}

type Paths = Record<'etcd' | 'kube-apiserver' | 'kube-controller-manager', string>;

async function boot(paths: Paths, options: ControlPlaneOptions): Promise<ControlPlane> {
  const limitMs = options.limitMs ?? 60_000;
  const dir = await mkdtemp(join(tmpdir(), 'warmgate-'));
  const components: Component[] = [];
  const clients: ApiClient[] = [];
  const stop = async () => {
    for (const client of clients) client.close();
    for (const component of components.toReversed()) await component.stop();
    if (options.keepDir !== true) await rm(dir, { recursive: true, force: true });
    await forgetRun(dir);
  };
  const start = (name: keyof Paths, args: readonly string[]) => {
    const component = startComponent(name, paths[name], args, dir);
    components.push(component);
    return component;
  };
  try {
    await noteRun(dir);
    const [plan, tokens] = await Promise.all([planServers(dir), writeServerFiles(dir)]);
    const server = `https://127.0.0.1:${plan.apiPort}`;
    const etcd = start('etcd', etcdArgs(plan));
    const apiServer = start('kube-apiserver', [...apiServerArgs(plan), ...(options.apiServerFlags ?? [])]);
    await untilHealthy(etcd, () => isReady(`http://127.0.0.1:${plan.etcdPort}/readyz`), limitMs);
    const ca = await certificateOf(apiServer, dir, limitMs);
    const clientOf = (token: string) => {
      const client = apiClient({ server, ca, token });
      clients.push(client);
      return client;
    };
    const api = clientOf(tokens.admin);
    await untilHealthy(apiServer, async () => (await api.send('/readyz')).status === 200, limitMs);
    if (options.crds !== false) await installCrds({ api });
    const kubeconfig = await writeKubeconfigs(dir, api, tokens);
    const controllers = start('kube-controller-manager', controllerManagerArgs(plan));
    const probe = apiClient({ server: `https://127.0.0.1:${plan.controllersPort}`, ca, token: '' });
    clients.push(probe);
    await untilHealthy(controllers, async () => (await probe.send('/healthz')).status === 200, limitMs);
    const auditPath = join(dir, 'audit.log');
    return {
      server,
      kubeconfig,
      dir,
      api,
      kubeletApi: clientOf(tokens.kubelet),
      auditLog: (from = 0) => readAuditLog(auditPath, api, from),
      async auditMark() {
        await readAuditLog(auditPath, api, await auditLogSize(auditPath));
        return auditLogSize(auditPath);
      },
      async kubeconfigFor(account, namespace) {
        const path = join(dir, `${namespace}.${account}.kubeconfig`);
        await writeKubeconfig(path, await serviceAccountAccess(api, account, namespace), namespace);
        return path;
      },
      check() {
        const gone = components.find((component) => component.ended() !== undefined);
        if (gone !== undefined) throw new ComponentFailure(gone, `ended by itself (${gone.ended()})`);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function planServers(dir: string): Promise<ServerPlan> {
  const [etcdPort = 0, etcdPeerPort = 0, apiPort = 0, controllersPort = 0] = await freePorts(4);
  return { dir, etcdPort, etcdPeerPort, apiPort, controllersPort };
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
}

/** The API server makes its certificate at its first moment and signs it itself. */
async function certificateOf(apiServer: Component, dir: string, limitMs: number): Promise<string> {
  let ca = '';
  await untilHealthy(
    apiServer,
    async () => {
      ca = await readFile(join(dir, 'certs', 'apiserver.crt'), 'utf8');
      return ca.includes('END CERTIFICATE');
    },
    limitMs,
  );
  return ca;
}

async function writeKubeconfigs(dir: string, api: ApiClient, tokens: Tokens): Promise<string> {
  const admin = join(dir, 'admin.kubeconfig');
  const controllers = join(dir, 'controllers.kubeconfig');
  await writeKubeconfig(admin, api.access, 'default');
  await writeKubeconfig(controllers, { ...api.access, token: tokens.controllers }, 'default');
  return admin;
}
