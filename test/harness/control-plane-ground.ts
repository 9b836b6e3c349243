import { scaledClock } from '../../plugin/lab/clock.ts';
import { apiVersionOf, type Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { createNamespace, serviceAccountAccess } from '../control-plane/access.ts';
import { type AuditEntry, isWrite } from '../control-plane/audit.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { ApiRefusal, watchObjects } from '../control-plane/http.ts';
import { startKubelet } from '../control-plane/kubelet.ts';
import type { Outcome } from '../control-plane/pod-status.ts';
import type { Ground, Hands, Traffic } from './ground.ts';
import { pathOf, record } from './history.ts';
import type { ImageFate } from './scenario.ts';
import { type Rights, shippedObjects, shippedRules } from './shipped-role.ts';
import { behindTap, openTap } from './tap.ts';

/**
 * A namespace of a real control plane: its garbage collector, its RBAC, its controllers, the wall's clock. The operator is
 * the lab's, warmgate has a service account with the shipped Role and nothing more. Pods that are elsewhere are somebody else's to run.
 */
export async function controlPlaneGround(
  cluster: ControlPlane,
  namespace: string,
  given: Rights = {},
  isElsewhere: (pod: KubeObject) => boolean = () => false,
): Promise<Ground> {
  const { api, server } = cluster;
  await createNamespace(api, namespace);
  await createAccounts(cluster, namespace, given);
  const { token, ca } = await serviceAccountAccess(api, 'operator', namespace);
  const taps = { operator: await openTap(server, ca, /\/leases(\/|$)/), warmgate: await openTap(server, ca) };
  const fates = new Map<string, Outcome>();
  const kubelet = startKubelet(cluster, {
    namespace,
    decide: (pod) => (isElsewhere(pod) ? 'ignore' : fateOf(pod, fates)),
    startMs: 300,
    endMs: 300,
  });
  const history = record(api, namespace);
  const account = `system:serviceaccount:${namespace}:warmgate`;
  return {
    name: 'control-plane',
    namespace,
    clock: scaledClock({ scale: 1 }),
    hands: handsOn(cluster, namespace),
    history,
    operatorAccess: { server: taps.operator.url, token },
    onOperatorWrite: taps.operator.onWrite,
    tap: taps.warmgate,
    watchPods: (report) => watchObjects(api, pathOf('Pod', namespace), report),
    environment: async (watched) => {
      const direct = await cluster.kubeconfigFor('warmgate', namespace);
      return { KUBECONFIG: watched ? await behindTap(taps.warmgate, direct, namespace) : direct };
    },
    setImage: (image, fate) => {
      if (fate === 'over-quota') throw new Error('no quota on this ground');
      fates.set(image, outcomes[fate]);
      kubelet.refresh();
    },
    mark: () => cluster.auditMark(),
    traffic: async (mark) => trafficIn(await cluster.auditLog(mark as number), account),
    stop: async () => {
      await Promise.all([kubelet.stop(), history.stop(), taps.operator.stop(), taps.warmgate.stop()]);
    },
  };
}

const outcomes: Record<Exclude<ImageFate, 'over-quota'>, Outcome> = {
  ready: 'ready',
  'pull-error': 'pull-error',
  crash: 'crash',
  'invalid-image': 'invalid-image',
  'missing-config': 'config-error',
  unschedulable: 'unschedulable',
  'not-ready': 'not-ready',
};

function fateOf(
  pod: KubeObject,
  fates: ReadonlyMap<string, Outcome>,
): Outcome | { outcome: Outcome; container: string } {
  const containers: { name: string; image: string }[] = pod.spec.containers;
  for (const { name, image } of containers) {
    const outcome = fates.get(image);
    if (outcome !== undefined && outcome !== 'ready') return { outcome, container: name };
  }
  return 'ready';
}

async function createAccounts({ api }: ControlPlane, namespace: string, given: Rights): Promise<void> {
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const [account, role, binding] = shippedObjects(namespace);
  const post = (path: string, body: object) => api.call(path, { method: 'POST', body });
  await post(`/api/v1/namespaces/${namespace}/serviceaccounts`, account);
  await post(`${rbac}/roles`, { ...role, rules: shippedRules(given) });
  await post(`${rbac}/rolebindings`, binding);
  await post(`/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: 'operator' } });
  await post(`${rbac}/rolebindings`, {
    metadata: { name: 'operator' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'operator', namespace }],
  });
}

function handsOn({ api }: ControlPlane, namespace: string): Hands {
  const contentType = 'application/merge-patch+json';
  return {
    list: async (kind) => {
      const { body } = await api.call(pathOf(kind, namespace));
      return body.items.map((item: KubeObject) => named(item, kind));
    },
    get: async (kind, name) => {
      const { status, body } = await api.send(pathOf(kind, namespace, name));
      if (status === 404) return undefined;
      if (status !== 200) throw new ApiRefusal('GET', pathOf(kind, namespace, name), { status, body });
      return named(body, kind);
    },
    create: async (kind, object) =>
      (await api.call(pathOf(kind, namespace), { method: 'POST', body: object })).body,
    patch: async (kind, name, body, subresource) => {
      const path = pathOf(kind, namespace, name);
      const full = subresource === undefined ? path : `${path}/${subresource}`;
      return (await api.call(full, { method: 'PATCH', contentType, body })).body;
    },
    remove: async (kind, name) => void (await api.call(pathOf(kind, namespace, name), { method: 'DELETE' })),
  };
}

function named(object: KubeObject, kind: Kind): KubeObject {
  return { ...object, apiVersion: apiVersionOf(kind), kind };
}

export function trafficIn(entries: readonly AuditEntry[], account: string): Traffic {
  const mine = entries.filter(({ user, stage }) => user.username === account && stage === 'ResponseComplete');
  const reads: Record<string, number> = {};
  for (const { verb, objectRef } of mine.filter(({ verb }) => ['get', 'list', 'watch'].includes(verb))) {
    const key = `${verb} ${objectRef?.resource}`;
    reads[key] = (reads[key] ?? 0) + 1;
  }
  return {
    reads,
    writes: mine.filter(isWrite).map((entry) => ({
      verb: entry.verb,
      resource: entry.objectRef?.resource ?? '',
      name: entry.objectRef?.name ?? entry.requestObject?.metadata?.name ?? '',
      subresource: entry.objectRef?.subresource ?? '',
      body: entry.requestObject,
      code: entry.responseStatus?.code ?? 0,
      at: Date.parse(entry.requestReceivedTimestamp),
    })),
  };
}
