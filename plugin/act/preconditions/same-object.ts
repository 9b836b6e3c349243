import type { Cluster } from '../../cluster/port.ts';
import type { KubeObject } from '../../model/kube.ts';
import type { Target } from '../../model/steps.ts';
import { Refusal } from '../acting.ts';

/**
 * Reads the object once more just before a write: still there, still the same UID, not being deleted.
 * What it returns carries the resourceVersion that the write must send.
 */
export async function sameObject(cluster: Cluster, namespace: string, target: Target): Promise<KubeObject> {
  const object = await cluster.get(target.kind, namespace, target.name);
  if (object === undefined) throw new Refusal('gone', 'moved');
  if (object.metadata.uid !== target.uid) throw new Refusal('remade', 'moved');
  if (object.metadata.deletionTimestamp !== undefined) throw new Refusal('terminating', 'moved');
  return object;
}
