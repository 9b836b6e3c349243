import { type Kind, kinds } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';
import { type LookedAt, lookedAt, type Sight, type Snapshot } from '../model/snapshot.ts';
import { leaderLease, operatorDeployment } from '../theia/operator.ts';
import { millis } from '../theia/time.ts';

/**
 * A snapshot of objects that were read from a file, all of one namespace. Pure. `now` is the newest time in them; a kind of
 * which there is no object is "not in the file". Of an object that is there twice the last one counts.
 */
export function fromObjects(all: readonly KubeObject[], namespace: string): Snapshot {
  const objects = sorted(all);
  const sight = Object.fromEntries(
    lookedAt.map((kind) => [kind, objects[kind].length > 0 ? 'seen' : 'notInFile']),
  ) as Record<LookedAt, Sight>;
  const lease = objects.Lease.find((each) => each.metadata.name === leaderLease);
  const deployments = objects.Deployment.filter((each) => isOperator(each));
  const replicaSets = ownedBy(objects.ReplicaSet, deployments);
  const pods = ownedBy(objects.Pod, replicaSets);
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

function sorted(all: readonly KubeObject[]): Record<LookedAt, KubeObject[]> {
  const byKind = new Map(lookedAt.map((kind) => [kind as string, new Map<string, KubeObject>()]));
  for (const object of all) {
    if (isOurs(object)) byKind.get(object.kind)?.set(object.metadata.name, object);
  }
  return Object.fromEntries([...byKind].map(([kind, byName]) => [kind, [...byName.values()]])) as Record<
    LookedAt,
    KubeObject[]
  >;
}

/** Of the API group that is meant: `kubectl get all` also prints Services of other groups. Items of a list may lack it. */
function isOurs({ kind, apiVersion }: KubeObject): boolean {
  if (!apiVersion || !Object.hasOwn(kinds, kind)) return true;
  const { group } = kinds[kind as Kind];
  return group === '' ? !apiVersion.includes('/') : apiVersion.startsWith(`${group}/`);
}

/** The operator's Deployment: by the chart's label or name, or by a selector of `key=value` terms. */
export function isOperator(deployment: KubeObject, selector?: string): boolean {
  const labels = deployment.metadata.labels ?? {};
  if (selector === undefined) {
    return labels.app === 'operator' || deployment.metadata.name === operatorDeployment;
  }
  return selector.split(',').every((term) => {
    const [key = '', value] = term.trim().split(/==?/);
    return value === undefined ? Object.hasOwn(labels, key) : labels[key] === value;
  });
}

function newestTime(value: unknown): number {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) ? millis(value) : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((newest, each) => Math.max(newest, newestTime(each)), 0);
}

/** Those of `objects` that one of `owners` owns, by UID. */
export function ownedBy(objects: readonly KubeObject[], owners: readonly KubeObject[]): KubeObject[] {
  const uids = new Set(owners.map((each) => each.metadata.uid));
  return objects.filter((object) => object.metadata.ownerReferences?.some((owner) => uids.has(owner.uid)));
}
