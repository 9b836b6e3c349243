import type { InstanceAssessment } from '../model/assessment.ts';
import { because, type Reason } from '../model/reasons.ts';
import { operatorArguments } from '../theia/operator.ts';
import { proxyConfigSource } from '../theia/templates-config-map.ts';
import { lastForeignWrite, millis } from '../theia/time.ts';
import type { TargetContext } from './context.ts';

/** F14: what comes from operator arguments or from oauth2-proxy-config moves no generation. */
export function operatorNewer(instances: readonly InstanceAssessment[], context: TargetContext): Reason[] {
  const free = instances.filter((each) => each.state === 'current' || each.state === 'closed');
  const made = free.flatMap((each) =>
    each.parts.filter((part) => part.kind === 'proxyConfigMap' || part.kind === 'deployment'),
  );
  const oldest = made.reduce(
    (time, part) => Math.min(time, millis(part.object.metadata.creationTimestamp)),
    Number.POSITIVE_INFINITY,
  );
  const code = context.options.requireOperatorCurrent ? 'operatorNewerRequired' : 'operatorNewer';
  const found: Reason[] = [];
  const config = context.configMaps.get(proxyConfigSource);
  if (config !== undefined && lastForeignWrite(config) > oldest)
    found.push(because(code, { what: proxyConfigSource }));
  if (argumentsChanged(context) > oldest) found.push(because(code, { what: 'operator arguments' }));
  return found;
}

/**
 * When the operator's arguments last changed, by its ReplicaSets; 0 where they did not or it can't be seen. A rollback takes
 * an old ReplicaSet again, so revisions tell the order, and the change is no older than either side of it.
 */
function argumentsChanged(context: TargetContext): number {
  const sets = context.snapshot.operator.replicaSets
    .map((set) => ({
      made: millis(set.metadata.creationTimestamp),
      revision: Number(set.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? 0) || 0,
      all: operatorArguments(set)?.all.join(' '),
    }))
    .sort((a, b) => b.revision - a.revision || b.made - a.made);
  const other = sets.findIndex((set) => set.all !== sets[0]?.all);
  return other < 1 ? 0 : Math.max(sets[other - 1]?.made ?? 0, sets[other]?.made ?? 0);
}
