import { scaledClock } from '../../plugin/lab/clock.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { AuditEntry } from '../control-plane/audit.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { startKubelet } from '../control-plane/kubelet.ts';
import type { Outcome } from '../control-plane/pod-status.ts';
import { createNamespace } from '../control-plane/service-account.ts';
import { watchObjects } from '../control-plane/watch.ts';
import { fateOf, handsOn, outcomes, trafficIn } from '../harness/control-plane-ground.ts';
import type { Ground, Traffic } from '../harness/ground.ts';
import { pathOf, record } from '../harness/recorder.ts';
import { type HookKubelet, runsToAnEnd, startHookKubelet } from './hook-kubelet.ts';
import { type HookObject, watchHookObjects } from './hook-objects.ts';
import type { Program } from './hook-pod/kit.ts';

/** A namespace in which releases are made: its hook pods run as processes, under the accounts that the releases bring. */
export interface ToolGround extends Ground {
  readonly hookPods: HookKubelet;
  /** Jobs and bare Pods of hooks so far, with the resourceVersions of their lives. */
  readonly hookObjects: readonly HookObject[];
}

export async function toolGround(
  cluster: ControlPlane,
  namespace: string,
  images: ReadonlyMap<string, Program>,
): Promise<ToolGround> {
  const { api } = cluster;
  await createNamespace(api, namespace);
  const fates = new Map<string, Outcome>();
  const kubelet = startKubelet(cluster, {
    namespace,
    decide: (pod) => (runsToAnEnd(pod) ? 'ignore' : fateOf(pod, fates)),
    startMs: 300,
    endMs: 300,
  });
  const hookPods = startHookKubelet(cluster, { namespace, images });
  const history = record(api, namespace);
  const hookObjects = watchHookObjects(api, namespace);
  return {
    name: 'control-plane',
    namespace,
    clock: scaledClock({ scale: 1 }),
    hands: handsOn(cluster, namespace),
    history,
    hookPods,
    hookObjects: hookObjects.seen,
    operatorAccess: cluster.kubeconfig,
    onWrite: () => {
      throw new Error('writes of hooks are not counted here');
    },
    watchPods: (report: (pod: KubeObject, gone: boolean) => void) =>
      watchObjects(api, pathOf('Pod', namespace), report),
    environment: async () => ({ KUBECONFIG: cluster.kubeconfig }),
    setImage: (image, fate) => {
      if (fate === 'over-quota') throw new Error('no quota on this ground');
      fates.set(image, outcomes[fate]);
      kubelet.refresh();
    },
    mark: () => cluster.auditMark(),
    traffic: async (mark) => hookTraffic(await cluster.auditLog(mark as number), namespace),
    stop: async () => {
      await Promise.all([hookPods.stop(), kubelet.stop(), history.stop(), hookObjects.stop()]);
    },
  };
}

/** Of all accounts of hooks together. */
function hookTraffic(entries: readonly AuditEntry[], namespace: string): Traffic {
  const prefix = `system:serviceaccount:${namespace}:warmgate`;
  const accounts = new Set(
    entries.map(({ user }) => user.username).filter((name) => name.startsWith(prefix)),
  );
  const parts = [...accounts].map((account) => trafficIn(entries, account));
  const reads: Record<string, number> = {};
  for (const [key, count] of parts.flatMap((part) => Object.entries(part.reads)))
    reads[key] = (reads[key] ?? 0) + count;
  return { reads, writes: parts.flatMap(({ writes }) => writes).sort((one, other) => one.at - other.at) };
}
