import { createAccess } from './api/access.ts';
import { createApi } from './api/api.ts';
import { createAudit } from './api/audit.ts';
import { createFaults } from './api/faults.ts';
import { seeded } from './api/random.ts';
import { createStore } from './api/store.ts';
import { scaledClock } from './clock.ts';
import { startControllers } from './controllers/controllers.ts';
import { createImages } from './controllers/images.ts';
import { createUsers } from './http/request.ts';
import { startServer } from './http/server.ts';
import { createKubeconfigFolder } from './kubeconfig.ts';
import type { Lab, LabOptions } from './lab.ts';
import { createLoader } from './load.ts';

/** Starts an embedded cluster on a free port of loopback. `stop` leaves nothing behind: no socket, timer or file. */
export async function startLab(options: LabOptions = {}): Promise<Lab> {
  const { scale = 1, seed = 1, namespaces = ['theia'], notInstalled = [], readyAfter = 1500 } = options;
  const clock = scaledClock({ scale, ...(options.start === undefined ? {} : { start: options.start }) });
  const random = seeded(seed);
  const store = createStore();
  const audit = createAudit();
  const api = createApi({ store, now: clock.now, random }, audit);
  const faults = createFaults(seeded(seed + 1));
  const access = createAccess();
  const users = createUsers();
  const images = createImages(readyAfter);
  const { put, load } = createLoader(store, { now: clock.now, random });
  for (const namespace of namespaces) put({ ...bareNamespace, metadata: { name: namespace, uid: '' } });
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
  const parts = { api, store, clock, random };
  const stopControllers =
    options.machine === false ? () => undefined : startControllers(parts, images, options);
  const files = createKubeconfigFolder(server.url, namespaces[0] ?? 'default');
  const kubeconfigFor = (user: string): string => files.write(user, users.tokenOf(user));
  const kubeconfig = kubeconfigFor('lab-admin');
  return {
    server: server.url,
    kubeconfig,
    kubeconfigFor,
    clock,
    api,
    store,
    audit,
    faults,
    access,
    images,
    put,
    load,
    objects: (kind, namespace = '') => store.list(kind, namespace),
    environment: (user) => ({
      KUBECONFIG: user === undefined ? kubeconfig : kubeconfigFor(user),
      WARMGATE_LAB_SCALE: String(scale),
    }),
    cut: server.cut,
    stop: async () => {
      stopControllers();
      await server.stop();
      files.remove();
    },
  };
}

const bareNamespace = { apiVersion: 'v1', kind: 'Namespace', status: { phase: 'Active' } };
