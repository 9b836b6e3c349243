import { ApiError, type Clock, type Cluster } from '../cluster/port.ts';
import type { KubeObject } from '../model/kube.ts';
import { judged } from '../model/rights.ts';
import { RunError } from '../model/run-error.ts';
import { type LookedAt, lookedAt, type OperatorSight, type Sight, type Snapshot } from '../model/snapshot.ts';
import { leaderLease, operatorSelector } from '../theia/operator.ts';
import { isOperator, ownedBy } from './from-objects.ts';

/** Where to look, and for whom. */
export interface Place {
  namespace: string;
  operatorNamespace: string;
  /** Label selector of the operator's Deployment when it is not the usual one. */
  operatorSelector?: string;
}

/**
 * One look: one list a kind, all in parallel, whatever the pool's size (docs/architecture.md#observe).
 * @throws ApiError when a list that is needed is not to be had (exit 3), a 403 too; RunError 'notInstalled' without the CRDs
 */
export async function look(cluster: Cluster, clock: Clock, place: Place): Promise<Snapshot> {
  const lists = lookedAt.map((kind) => listed(cluster, kind, place.namespace));
  const elsewhere =
    place.operatorNamespace === place.namespace ? undefined : operatorElsewhere(cluster, place);
  const [seen, away] = await Promise.all([Promise.all(lists), elsewhere]);
  const objects = {} as Record<LookedAt, KubeObject[]>;
  const sight = {} as Record<LookedAt, Sight>;
  lookedAt.forEach((kind, at) => {
    objects[kind] = seen[at]?.items ?? [];
    sight[kind] = seen[at]?.sight ?? 'notServed';
  });
  const operator = away ?? operatorHere(objects, sight, place);
  return { namespace: place.namespace, source: 'live', now: clock.now(), objects, sight, operator };
}

interface Answer {
  items: KubeObject[];
  sight: Sight;
}

async function listed(
  cluster: Cluster,
  kind: LookedAt,
  namespace: string,
  selector?: string,
): Promise<Answer> {
  try {
    const { items } = await cluster.list(kind, namespace, selector);
    return { items, sight: 'seen' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === 'notFound') {
      if (kind === 'AppDefinition' || kind === 'Session') {
        throw new RunError('notInstalled', { server: cluster.server, resource: error.resource });
      }
      return { items: [], sight: 'notServed' };
    }
    if (error.kind === 'forbidden' && !judged.includes(kind)) return { items: [], sight: 'forbidden' };
    throw error;
  }
}

function operatorHere(
  objects: Record<LookedAt, KubeObject[]>,
  sight: Record<LookedAt, Sight>,
  place: Place,
): OperatorSight {
  const deployments = objects.Deployment.filter((each) => isOperator(each, place.operatorSelector));
  const replicaSets = ownedBy(objects.ReplicaSet, deployments);
  const lease = objects.Lease.find((each) => each.metadata.name === leaderLease);
  return {
    namespace: place.namespace,
    sight: sight.Deployment,
    deployments,
    replicaSets,
    pods: ownedBy(objects.Pod, replicaSets),
    ...(lease === undefined ? {} : { lease }),
  };
}

/** A selector of one's own is about the Deployment: its ReplicaSets and pods need not carry those labels. */
async function operatorElsewhere(cluster: Cluster, place: Place): Promise<OperatorSight> {
  const { operatorNamespace: namespace, operatorSelector: own } = place;
  const ofPods = own === undefined ? operatorSelector : undefined;
  const [deployments, sets, pods, leases] = await Promise.all([
    away(cluster, 'Deployment', namespace, own ?? operatorSelector),
    away(cluster, 'ReplicaSet', namespace, ofPods),
    away(cluster, 'Pod', namespace, ofPods),
    away(cluster, 'Lease', namespace),
  ]);
  const lease = leases.items.find((each) => each.metadata.name === leaderLease);
  const replicaSets = ownedBy(sets.items, deployments.items);
  return {
    namespace,
    sight: leases.sight === 'forbidden' ? 'forbidden' : deployments.sight,
    deployments: deployments.items,
    replicaSets,
    pods: ownedBy(pods.items, replicaSets),
    ...(lease === undefined ? {} : { lease }),
  };
}

/** In a foreign namespace nothing is required: what may not be read is reported as not seen. */
async function away(cluster: Cluster, kind: LookedAt, namespace: string, selector?: string): Promise<Answer> {
  try {
    const { items } = await cluster.list(kind, namespace, selector);
    return { items, sight: 'seen' };
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'notFound')) {
      return { items: [], sight: error.kind === 'forbidden' ? 'forbidden' : 'notServed' };
    }
    throw error;
  }
}

/** @throws RunError 'unknownApp' for a name given with `--app` that is not there */
export function refuseUnknownApps(snapshot: Snapshot, apps: readonly string[]): void {
  const known = snapshot.objects.AppDefinition.map((app) => app.metadata.name);
  const unknown = apps.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new RunError('unknownApp', {
    name: unknown,
    namespace: snapshot.namespace,
    known: known.slice(0, 20).join(', '),
  });
}
