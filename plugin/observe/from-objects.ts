import { type Kind, kinds } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';
import { type LookedAt, lookedAt, type Sight, type Snapshot } from '../model/snapshot.ts';
import { leaderLease, operatorDeployment } from '../theia/operator.ts';
import { millis } from '../theia/time.ts';

/**
 * A snapshot of objects that were read from a file, all of one namespace. Pure. `now` is the newest time in them;
 * a kind of which there is no object is "not in the file".
 */
export function fromObjects(all: readonly KubeObject[], namespace: string): Snapshot {
  const objects = Object.fromEntries(
    lookedAt.map((kind) => [kind, all.filter((object) => object.kind === kind)]),
  ) as Record<LookedAt, KubeObject[]>;
  const sight = Object.fromEntries(
    lookedAt.map((kind) => [kind, objects[kind].length > 0 ? 'seen' : 'notInFile']),
  ) as Record<LookedAt, Sight>;
  const lease = objects.Lease.find((each) => each.metadata.name === leaderLease);
  const deployments = objects.Deployment.filter(isOperator);
  const uids = new Set(deployments.map((each) => each.metadata.uid));
  const replicaSets = objects.ReplicaSet.filter((set) =>
    set.metadata.ownerReferences?.some((owner) => uids.has(owner.uid)),
  );
  const setUids = new Set(replicaSets.map((each) => each.metadata.uid));
  const pods = objects.Pod.filter((pod) =>
    pod.metadata.ownerReferences?.some((owner) => setUids.has(owner.uid)),
  );
  return {
    namespace,
    source: 'file',
    now: all.reduce((newest, object) => Math.max(newest, newestTime(object)), 0),
    sight,
    objects,
    operator: {
      namespace,
      sight: deployments.length > 0 ? 'seen' : 'notInFile',
      deployments,
      replicaSets,
      pods,
      ...(lease === undefined ? {} : { lease }),
    },
  };
}

export function isOperator(deployment: KubeObject): boolean {
  return deployment.metadata.labels?.app === 'operator' || deployment.metadata.name === operatorDeployment;
}

export function isKnownKind(kind: string): kind is Kind {
  return Object.hasOwn(kinds, kind);
}

function newestTime(value: unknown): number {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) ? millis(value) : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((newest, each) => Math.max(newest, newestTime(each)), 0);
}
