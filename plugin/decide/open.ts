import type { Assessment, InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import type { WriteStep } from '../model/steps.ts';
import { portOf } from '../theia/app-definition.ts';
import { holds, isOwnedBy } from '../theia/owners.ts';
import { onPart, partsOf, targetOf } from './targets.ts';

/** Opens each instance whose other parts are at the target and whose pod is Ready (theia-cloud.md lever 6 g). */
export function openReady(pool: PoolAssessment): WriteStep[] {
  return pool.instances.filter((each) => each.openable).flatMap((instance) => openInstance(pool, instance));
}

/** The other holds of the instance first, the internal Service last: only that lets a session in. */
export function openInstance(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  const port = portOf(pool.app);
  const others = instance.parts
    .filter(
      (part) =>
        part.kind !== 'internalService' && part.sidecar === undefined && holds(part.object).length > 0,
    )
    .filter((part) => isOwnedBy(part.object, pool.uid))
    .map((part) => ({ step: 'unhold' as const, app: pool.name, id: instance.id, on: onPart(part) }));
  const stamps = partsOf(instance, 'internalService')
    .filter((part) => isOwnedBy(part.object, pool.uid))
    .map((part) => ({
      step: 'open' as const,
      app: pool.name,
      id: instance.id,
      on: onPart(part),
      generation: pool.generation,
      ...(port === undefined ? {} : { port }),
    }));
  return [...others, ...stamps];
}

/** Clearing a gate is deleting its Leases: the garbage collector takes every reference off (lever 3). */
export function dropLeases(pool: PoolAssessment): WriteStep[] {
  return pool.gate.leases.map((lease) => ({
    step: 'dropLease' as const,
    app: pool.name,
    lease: targetOf(lease),
  }));
}

export function dropStray(assessment: Assessment): WriteStep[] {
  return assessment.strayLeases.map((lease) => ({
    step: 'dropLease' as const,
    app: lease.metadata.name,
    lease: targetOf(lease),
  }));
}

/**
 * Ours is the only owner left of something (scale-down or deletion under a hold): it would block its id for good, and only
 * the Lease's deletion lets it be collected.
 */
export function blocksCollection(pool: PoolAssessment): boolean {
  return pool.instances.some(
    (instance) =>
      (instance.state === 'orphan' || instance.state === 'surplus') &&
      instance.parts.some((part) => {
        const ours = holds(part.object).length;
        return ours > 0 && ours === (part.object.metadata.ownerReferences ?? []).length;
      }),
  );
}
