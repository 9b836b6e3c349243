import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import type { Part } from '../model/parts.ts';
import type { WriteStep } from '../model/steps.ts';
import { type Kept, keepNone } from './batch.ts';
import type { Policy } from './policy.ts';
import { claimableInstances, isBare, isMain, onPart, partsOf, targetOf } from './targets.ts';

/**
 * What closing still lacks: a hold on every internal Service that a new session could get, highest id first, a shield on every
 * free sidecar Deployment, and for what a batch keeps back a hold on every part.
 */
export function closingHolds(pool: PoolAssessment, kept: Kept = keepNone): WriteStep[] {
  return claimableInstances(pool).flatMap((instance) => [
    ...holdInternal(pool, instance),
    ...(instance.state === 'surplus' ? [] : shieldSidecars(pool, instance)),
    ...(kept.has(instance.id) ? holdOthers(pool, instance) : []),
  ]);
}

function holdOthers(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  const others = instance.parts.filter((part) => isMain(part) && part.kind !== 'internalService');
  return holdBare(pool, instance, 'hold', others);
}

export function holdInternal(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return holdBare(pool, instance, 'hold', partsOf(instance, 'internalService'));
}

export function shieldSidecars(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return holdBare(pool, instance, 'shield', partsOf(instance, 'sidecarDeployment'));
}

function holdBare(
  pool: PoolAssessment,
  { id }: InstanceAssessment,
  step: 'hold' | 'shield',
  parts: readonly Part[],
): WriteStep[] {
  return parts
    .filter((part) => isBare(pool, part))
    .map((part) => ({ step, app: pool.name, id, on: onPart(part) }));
}

/** Whose Lease it is to be; `adopted`: this run has written it before, so another's name on it is another run at work. */
export interface Keeper {
  runId: string;
  now: number;
  policy: Policy;
  adopted: boolean;
}

/**
 * Takes, adopts or renews the pool's Lease where holds are about to be written or kept. Empty while it is young: two runs at
 * once would else rewrite it at every look.
 */
export function keepLease(pool: PoolAssessment, { runId, now, policy, adopted }: Keeper): WriteStep[] {
  const [lease] = pool.gate.leases;
  if (lease === undefined) return [{ step: 'lease', app: pool.name }];
  const young = now - pool.gate.renewedAt < policy.holdForMs / 3;
  if (young && (adopted || pool.gate.holder === runId)) return [];
  return [{ step: 'lease', app: pool.name, lease: targetOf(lease) }];
}
