import type { Kind } from './kinds.ts';
import type { KubeObject } from './kube.ts';

/** The kinds that one look lists, all in the pool's namespace. */
export const lookedAt = [
  'AppDefinition',
  'Session',
  'Deployment',
  'ReplicaSet',
  'Pod',
  'Service',
  'ConfigMap',
  'PersistentVolumeClaim',
  'Lease',
  'HTTPRoute',
] as const satisfies readonly Kind[];

export type LookedAt = (typeof lookedAt)[number];

/** Why a kind's list is empty: it was read; the file holds none; the account may not read it; the API has no such kind. */
export type Sight = 'seen' | 'notInFile' | 'forbidden' | 'notServed';

/** One consistent look at a namespace. Objects only, no judgement. */
export interface Snapshot {
  namespace: string;
  source: 'live' | 'file';
  /** Milliseconds since 1970 on the server's clock; from a file: the newest time in it. */
  now: number;
  sight: Record<LookedAt, Sight>;
  objects: Record<LookedAt, KubeObject[]>;
  operator: OperatorSight;
}

/** What could be seen of the operator. `sight` says whether an absent Deployment is known to be absent. */
export interface OperatorSight {
  namespace: string;
  sight: Sight;
  deployments: KubeObject[];
  replicaSets: KubeObject[];
  pods: KubeObject[];
  lease?: KubeObject;
}
