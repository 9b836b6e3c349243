import type { Cluster } from '../../cluster/port.ts';
import type { KubeObject } from '../../model/kube.ts';
import type { Target } from '../../model/steps.ts';
import { phaseOf } from '../../theia/session.ts';
import { Refusal } from '../acting.ts';

/** The Session is still HANDLED and not being deleted: nothing of a claim in flight or of a release is written. */
export async function stillLive(
  cluster: Cluster,
  namespace: string,
  target: Pick<Target, 'name' | 'uid'>,
): Promise<KubeObject> {
  const session = await cluster.get('Session', namespace, target.name);
  if (session === undefined || session.metadata.uid !== target.uid) throw new Refusal('sessionGone', 'moved');
  if (phaseOf(session) !== 'live') throw new Refusal('sessionNotLive', 'moved');
  return session;
}
