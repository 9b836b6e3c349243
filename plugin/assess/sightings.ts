import type { Snapshot } from '../model/snapshot.ts';
import { isRolledOut } from '../theia/deployment.ts';
import type { History } from './history.ts';
import { waitsOf } from './pod-waits.ts';
import type { Pods } from './pods.ts';

/**
 * Trouble seen at this look and since when. Kept while the Deployment is not ready, also over looks that do not show it: a
 * crash loop runs for a moment between two back-offs.
 */
export function watchSightings(
  { objects, now }: Snapshot,
  pods: Pods,
  before: History['sightings'],
): History['sightings'] {
  const struggling = objects.Deployment.filter((each) => !isRolledOut(each));
  const uids = new Set(struggling.map((each) => each.metadata.uid));
  const after = new Map(
    Object.entries(before).filter(([key]) => uids.has(key.slice(0, key.lastIndexOf('/')))),
  );
  for (const uid of uids) {
    const seen = (pods.byDeployment.get(uid) ?? []).flatMap(waitsOf).map(({ why }) => sightingKey(uid, why));
    for (const key of new Set(seen)) {
      const known = after.get(key);
      after.set(key, { since: known?.since ?? now, looks: (known?.looks ?? 0) + 1 });
    }
  }
  return Object.fromEntries(after);
}

/** A back-off swings between pulling and waiting, so both count as one trouble. */
export function sightingKey(deploymentUid: string, why: string): string {
  return `${deploymentUid}/${why === 'ErrImagePull' ? 'ImagePullBackOff' : why}`;
}
