import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import type { WriteStep } from '../model/steps.ts';
import { holds } from '../theia/owners.ts';
import { type Kept, keepNone } from './batch.ts';
import type { Policy } from './policy.ts';
import { freeInstances, isMain, isTerminating, onPart, partsOf, targetOf } from './targets.ts';

/**
 * What closing still lacks: a hold on every free internal Service, highest id first, a shield on every free sidecar Deployment,
 * and for what a batch keeps back a hold on every part.
 */
export function closingHolds(pool: PoolAssessment, kept: Kept = keepNone): WriteStep[] {
  return freeInstances(pool).flatMap((instance) => [
    ...holdInternal(pool, instance),
    ...shieldSidecars(pool, instance),
    ...(kept.has(instance.id) ? holdOthers(pool, instance) : []),
  ]);
}

function holdOthers(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return instance.parts
    .filter(
      (part) =>
        isMain(part) &&
        part.kind !== 'internalService' &&
        holds(part.object).length === 0 &&
        !isTerminating(part),
    )
    .map((part) => ({ step: 'hold' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}

export function holdInternal(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return partsOf(instance, 'internalService')
    .filter((part) => holds(part.object).length === 0 && !isTerminating(part))
    .map((part) => ({ step: 'hold' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}

export function shieldSidecars(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return partsOf(instance, 'sidecarDeployment')
    .filter((part) => holds(part.object).length === 0 && !isTerminating(part))
    .map((part) => ({ step: 'shield' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}

/** Takes, adopts or renews the pool's Lease where holds are about to be written or kept. Empty while ours is young. */
export function keepLease(pool: PoolAssessment, runId: string, now: number, policy: Policy): WriteStep[] {
  const [lease] = pool.gate.leases;
  if (lease === undefined) return [{ step: 'lease', app: pool.name }];
  const young = now - pool.gate.renewedAt < policy.holdForMs / 3;
  if (young && pool.gate.holder === runId) return [];
  return [{ step: 'lease', app: pool.name, lease: targetOf(lease) }];
}
