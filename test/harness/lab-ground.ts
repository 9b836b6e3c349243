import { availableParallelism, loadavg } from 'node:os';
import type { Behaviour } from '../../plugin/lab/controllers/images.ts';
import { startLab } from '../../plugin/lab/lab.ts';
import { type Kind, kinds } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Ground, Traffic } from './ground.ts';
import { keepVersions } from './history.ts';
import type { ImageFate } from './scenario.ts';
import { type Rights, shippedRules } from './shipped-role.ts';
import { behindTap, openTap } from './tap.ts';

/** The lab's time over the wall's on a machine that is not busy. */
const usualScale = 15;

const namespace = 'theia';
const account = 'warmgate';
const somebody = { user: 'somebody', manager: 'kubectl' };

export interface LabGroundOptions {
  /** The lab's time over the wall's. */
  scale?: number;
  /** What its clock shows at first, milliseconds since 1970; the wall's time unless told. */
  start?: number;
  /** What is there at first, e.g. all that another lab held. */
  objects?: readonly KubeObject[];
}

/**
 * The embedded cluster, with real HTTP and a clock that runs fast; its collector is as quick as docs/theia-cloud.md#lever-2 says.
 * warmgate's account has the shipped Role's rights.
 */
export async function labGround(given: Rights = {}, options: LabGroundOptions = {}): Promise<Ground> {
  const { scale = scaleNow(), start, objects = [] } = options;
  const lab = await startLab({
    scale,
    namespaces: [namespace],
    log: lastWords,
    minDelay: 20,
    maxDelay: 90,
    ...(start === undefined ? {} : { start }),
  });
  lab.load(objects);
  lab.access.restrict(account, shippedRules(given));
  const versions = keepVersions();
  const unsubscribe = lab.store.subscribe(({ object, type }) => versions.note(object, type === 'DELETED'));
  const target = (kind: Kind, name: string) => ({ kind, namespace, name });
  const direct = lab.environment(account);
  const tap = await openTap(lab.server);
  return {
    name: 'lab',
    namespace,
    clock: lab.clock,
    hands: {
      list: async (kind) => [...lab.objects(kind, namespace)],
      get: async (kind, name) => lab.store.get(kind, namespace, name),
      create: async (kind, object) => lab.api.create(somebody, kind, namespace, object),
      patch: async (kind, name, body, subresource) =>
        lab.api.patch(somebody, target(kind, name), 'merge', body, subresource && { subresource }),
      remove: async (kind, name) => void lab.api.remove(somebody, target(kind, name)),
    },
    history: {
      version: async (resourceVersion) => versions.get(resourceVersion),
      of: versions.of,
      before: versions.before,
    },
    operatorAccess: lab.kubeconfigFor('operator'),
    onOperatorWrite(n, then) {
      // Its Lease is renewed every second, which is no step of its work.
      const arm = (left: number): void =>
        lab.faults.onWrite(
          1,
          ({ kind }) => {
            if (kind === 'Lease') arm(left);
            else if (left > 1) arm(left - 1);
            else then();
          },
          { user: 'operator' },
        );
      arm(n);
    },
    tap,
    watchPods: (report) => {
      for (const pod of lab.objects('Pod', namespace)) report(pod, false);
      const end = lab.store.subscribe(({ kind, object, type }) => {
        if (kind === 'Pod') report(object, type === 'DELETED');
      });
      return async () => end();
    },
    environment: async (watched) =>
      watched ? { ...direct, KUBECONFIG: await behindTap(tap, direct.KUBECONFIG ?? '', namespace) } : direct,
    setImage: (image, fate) => lab.images.set(image, behaviours[fate]),
    retag: (image) => lab.images.retag(image),
    mark: async () => ({ from: lab.audit.writes.length, reads: readCounts(lab.audit) }),
    traffic: async (mark) => trafficSince(lab.audit, mark as Mark),
    faults: {
      add: (rule) => lab.faults.add({ user: account, ...rule }),
      clear: () => lab.faults.clear(),
    },
    stop: async () => {
      unsubscribe();
      await tap.stop();
      await lab.stop();
    },
  };
}

/** What every container says before it ends; warmgate reads it of those that do not start. */
function lastWords(pod: KubeObject, container: string): string | undefined {
  const rows: { name: string; lastState?: { terminated?: object } }[] = pod.status?.containerStatuses ?? [];
  const crashed = rows.find(({ name }) => name === container)?.lastState?.terminated !== undefined;
  return crashed ? 'starting\nError: the workspace is not writable\n' : undefined;
}

/** A busy machine does less in a second, so less of the lab's time may pass in it: load is what waits for each core. */
function scaleNow(): number {
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.round(Math.min(usualScale, Math.max(4, (usualScale * 1.5) / load)));
}

const behaviours: Record<ImageFate, Behaviour> = {
  ready: { type: 'ready', after: 1500 },
  'pull-error': { type: 'imagePullBackOff' },
  crash: { type: 'crashLoopBackOff' },
  'invalid-image': { type: 'invalidImageName' },
  'missing-config': { type: 'createContainerConfigError' },
  unschedulable: { type: 'unschedulable' },
  'not-ready': { type: 'neverReady' },
  'over-quota': { type: 'overQuota' },
};

interface Mark {
  from: number;
  reads: Record<string, number>;
}

type Audit = Awaited<ReturnType<typeof startLab>>['audit'];

function readCounts(audit: Audit): Record<string, number> {
  const all = Object.entries(kinds).flatMap(([kind, { plural }]) =>
    ['get', 'list', 'watch'].map((verb) => [`${verb} ${plural}`, audit.reads({ user: account, kind, verb })]),
  );
  return { ...Object.fromEntries(all), 'get namespaces': audit.reads({ user: account, kind: 'Namespace' }) };
}

function trafficSince(audit: Audit, { from, reads }: Mark): Traffic {
  const mine = audit.writes.slice(from).filter(({ user }) => user === account);
  const counts = Object.entries(readCounts(audit)).map(([key, count]) => [key, count - (reads[key] ?? 0)]);
  return {
    writes: mine.map(({ verb, kind, name, subresource, body, code, at }) => ({
      verb,
      resource: kinds[kind as Kind].plural,
      name: name !== '' ? name : nameIn(body),
      subresource,
      body,
      code,
      at,
    })),
    reads: Object.fromEntries(counts.filter(([, count]) => count !== 0)),
  };
}

function nameIn(body: unknown): string {
  return (body as KubeObject | undefined)?.metadata?.name ?? '';
}
