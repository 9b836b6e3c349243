import type { Cluster } from '../../cluster/port.ts';
import type { KubeObject } from '../../model/kube.ts';
import { holds, isOwnedBy, sessionOwners } from '../../theia/owners.ts';
import { placePart } from '../../theia/parts.ts';
import { Refusal } from '../acting.ts';

/**
 * At this moment every internal Service of the pool is a session's or held. An instance that was released since the look that
 * cleared the nudge is open, and a session that got it would lose it to the pass (theia-cloud.md lever 6 e).
 */
export async function gateClosed(cluster: Cluster, namespace: string, app: KubeObject): Promise<void> {
  const { items } = await cluster.list('Service', namespace);
  if (items.some((service) => isOpen(service, app))) throw new Refusal('gateOpen', 'moved');
}

function isOpen(service: KubeObject, app: KubeObject): boolean {
  return (
    placePart(service)?.kind === 'internalService' &&
    isOwnedBy(service, app.metadata.uid) &&
    sessionOwners(service).length === 0 &&
    holds(service).length === 0 &&
    service.metadata.deletionTimestamp === undefined
  );
}
