import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { AuditEntry } from '../control-plane/audit.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { type ApiClient, type StopWatch, watchObjects } from '../control-plane/http.ts';
import { controlPlaneGround, trafficIn } from '../harness/control-plane-ground.ts';
import type { Ground, Traffic } from '../harness/ground.ts';
import { pathOf } from '../harness/history.ts';
import { argoDeployer } from './argo.ts';
import type { Deployer } from './deployer.ts';
import { helmDeployer } from './helm.ts';
import { type HookKubelet, runsToAnEnd, startHookKubelet } from './hook-kubelet.ts';
import type { Tool } from './releases.ts';
import type { Tools } from './workshop.ts';

/** What releases are made with, and what became of their hooks. */
export interface ToolHands {
  readonly tool: Tool;
  readonly deployer: Deployer;
  /** They run as processes, under the accounts that the releases bring. */
  readonly hookPods: HookKubelet;
  /** Jobs and bare Pods of hooks so far, with the resourceVersions of their lives. */
  readonly hookObjects: readonly HookObject[];
}

/** A namespace of a real control plane in which a tool makes releases. */
export async function toolGround(
  cluster: ControlPlane,
  namespace: string,
  tools: Tools,
  tool: Tool,
): Promise<Ground & { tool: ToolHands }> {
  const ground = await controlPlaneGround(cluster, namespace, {}, runsToAnEnd);
  const hookPods = startHookKubelet(cluster, { namespace, images: tools.images });
  tools.kubelets.set(namespace, hookPods);
  const hookObjects = watchHookObjects(cluster.api, namespace);
  const dir = join(tools.dir, namespace);
  await mkdir(dir, { recursive: true });
  const shop = { ...tools.of(tool), tool, kubeconfig: cluster.kubeconfig, namespace, dir };
  const deployer = await (tool.startsWith('argo') ? argoDeployer(shop) : helmDeployer(shop));
  return {
    ...ground,
    name: 'tools',
    tool: { tool, deployer, hookPods, hookObjects: hookObjects.seen },
    traffic: async (mark) => hookTraffic(await cluster.auditLog(mark as number), namespace),
    stop: async () => {
      await Promise.all([hookPods.stop(), hookObjects.stop(), ground.stop()]);
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

/** A hook's Job, or its bare Pod. */
export interface HookObject {
  kind: 'Job' | 'Pod';
  name: string;
  uid: string;
  /** Of its deletion; undefined as long as it is there. Comparable with those of any other object. */
  deletedAt: bigint | undefined;
}

/** Records the Jobs and bare Pods of a namespace from their creation to their deletion. */
function watchHookObjects(
  api: ApiClient,
  namespace: string,
): { seen: readonly HookObject[]; stop: StopWatch } {
  const seen: HookObject[] = [];
  const note = (kind: HookObject['kind'], { metadata }: KubeObject, gone: boolean): void => {
    let object = seen.find(({ uid }) => uid === metadata.uid);
    if (object === undefined) {
      object = { kind, name: metadata.name, uid: metadata.uid, deletedAt: undefined };
      seen.push(object);
    }
    if (gone) object.deletedAt = BigInt(metadata.resourceVersion ?? '0');
  };
  const stops = [
    watchObjects(api, pathOf('Job', namespace), (job, gone) => note('Job', job, gone)),
    watchObjects(api, pathOf('Pod', namespace), (pod, gone) => {
      if (runsToAnEnd(pod) && (pod.metadata.ownerReferences ?? []).length === 0) note('Pod', pod, gone);
    }),
  ];
  return {
    seen,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
