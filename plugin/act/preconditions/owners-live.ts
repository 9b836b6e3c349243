import type { Cluster } from '../../cluster/port.ts';
import type { KubeObject } from '../../model/kube.ts';
import { sessionOwners } from '../../theia/owners.ts';
import { stillLive } from './still-live.ts';

/** Every Session that owns it is live: nothing of a claim in flight or of a release is written (design.md section 6). */
export async function ownersLive(cluster: Cluster, namespace: string, object: KubeObject): Promise<void> {
  await Promise.all(
    sessionOwners(object).map(({ name, uid }) => stillLive(cluster, namespace, { name, uid })),
  );
}
