import type { KubeObject, ObjectMeta, OwnerReference } from '../../model/kube.ts';

/** An object before the API server has seen it. */
export type NewObject = Omit<KubeObject, 'metadata'> & { metadata: NewMeta };

type NewMeta = Pick<ObjectMeta, 'name'> & {
  labels: Record<string, string>;
  ownerReferences: OwnerReference[];
};
