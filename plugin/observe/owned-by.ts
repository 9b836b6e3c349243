import type { KubeObject } from '../model/kube.ts';

/** Those of `objects` that one of `owners` owns, by UID. */
export function ownedBy(objects: readonly KubeObject[], owners: readonly KubeObject[]): KubeObject[] {
  const uids = new Set(owners.map((each) => each.metadata.uid));
  return objects.filter((object) => object.metadata.ownerReferences?.some((owner) => uids.has(owner.uid)));
}
