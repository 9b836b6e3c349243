import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { because } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import { millis } from '../theia/time.ts';

/**
 * `--refresh`: every free instance whose Deployment is older than `before` (ms) counts as stale and is marked outdated, so that a new
 * digest of the same tag or changed operator arguments arrive by the ordinary way, gate and batches included.
 */
export function wantRefresh(pool: PoolAssessment, before: number): PoolAssessment {
  const instances = pool.instances.map((instance) =>
    isOlder(instance, before) ? outdated(instance) : instance,
  );
  if (instances.every((instance, at) => instance === pool.instances[at])) return pool;
  return { ...pool, instances, renewed: false, converged: false };
}

function isOlder(instance: InstanceAssessment, before: number): boolean {
  if (!instanceStates[instance.state].free) return false;
  const deployment = instance.parts.find((part) => part.kind === 'deployment');
  if (deployment === undefined) return false;
  return millis(deployment.object.metadata.creationTimestamp) < Math.floor(before / 1000) * 1000;
}

function outdated(instance: InstanceAssessment): InstanceAssessment {
  const deployment = instance.parts.find((part) => part.kind === 'deployment');
  const made = deployment?.object.metadata.creationTimestamp ?? '';
  return {
    ...instance,
    state: instance.state === 'incomplete' || instance.state === 'residue' ? instance.state : 'stale',
    openable: false,
    reasons: [...instance.reasons, because('refreshWanted', { made })],
  };
}
