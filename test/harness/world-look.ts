import { assess, type Looked } from '../../plugin/assess/assess.ts';
import type { AssessOptions } from '../../plugin/assess/context.ts';
import type { History } from '../../plugin/assess/history.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { type LookedAt, lookedAt, type Sight, type Snapshot } from '../../plugin/model/snapshot.ts';
import { isOperator, ownedBy } from '../../plugin/observe/from-objects.ts';
import { leaderLease } from '../../plugin/theia/operator.ts';
import { namespace } from './world-objects.ts';

export const usualAssess: AssessOptions = {
  apps: [],
  requireReady: true,
  requireSameDigest: false,
  requireOperatorCurrent: false,
  tellHarmBefore: true,
};

/** What a live look at these objects finds, everything being readable. */
export function snapshotOf(all: readonly KubeObject[], now: number): Snapshot {
  const objects = Object.fromEntries(
    lookedAt.map((kind) => [kind, all.filter((object) => object.kind === kind)]),
  ) as Record<LookedAt, KubeObject[]>;
  const sight = Object.fromEntries(lookedAt.map((kind) => [kind, 'seen'])) as Record<LookedAt, Sight>;
  const deployments = objects.Deployment.filter((each) => isOperator(each));
  const replicaSets = ownedBy(objects.ReplicaSet, deployments);
  const lease = objects.Lease.find((each) => each.metadata.name === leaderLease);
  return {
    namespace,
    source: 'live',
    now,
    sight,
    objects,
    operator: {
      namespace,
      sight: 'seen',
      deployments,
      replicaSets,
      pods: ownedBy(objects.Pod, replicaSets),
      ...(lease === undefined ? {} : { lease }),
    },
  };
}

export function lookAt(
  all: readonly KubeObject[],
  now: number,
  past?: History,
  options: Partial<AssessOptions> = {},
): Looked {
  return assess(snapshotOf(all, now), past, { ...usualAssess, ...options });
}
