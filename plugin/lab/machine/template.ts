import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../model/kube.ts';
import { without } from '../api/json.ts';
import { hashOf } from '../api/random.ts';

export const hashLabel = 'pod-template-hash';

/** The ReplicaSet of the Deployment's present template, the hash label left out of the comparison. */
export function currentSet(deployment: KubeObject, sets: readonly KubeObject[]): KubeObject | undefined {
  return sets.find((set) => isDeepStrictEqual(bare(set.spec?.template), bare(deployment.spec?.template)));
}

/** Changes with the template, and with the count of collisions with another's ReplicaSet of that name. */
export function templateHash(deployment: KubeObject): string {
  return hashOf(JSON.stringify([deployment.spec?.template, deployment.status?.collisionCount ?? 0]));
}

interface Template {
  metadata?: { labels?: Record<string, string> };
}

function bare(template: Template | undefined): unknown {
  return {
    ...template,
    metadata: { ...template?.metadata, labels: without(template?.metadata?.labels ?? {}, hashLabel) },
  };
}
