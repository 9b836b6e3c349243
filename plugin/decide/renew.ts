import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { type Part, partKinds } from '../model/parts.ts';
import { type Reason, type Remedy, reasons as table } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import type { Clearance, WriteStep } from '../model/steps.ts';
import { labels } from '../theia/labels.ts';
import { holds, isOwnedBy } from '../theia/owners.ts';
import { freeInstances, isMain, onPart, targetOf } from './targets.ts';

/** What an instance needs most: the strongest remedy among its failing reasons. */
export function remedyOf(instance: InstanceAssessment): Remedy {
  const wanted = remediesOf(instance);
  return strength.find((each) => wanted.has(each)) ?? 'none';
}

function remediesOf(instance: InstanceAssessment): ReadonlySet<Remedy> {
  return new Set(instance.reasons.filter((reason) => table[reason.code].exit !== 0).map(remedy));
}

/** What a pass mends comes first: a stale instance whose pod fails is renewed, not given up. */
const strength: readonly Remedy[] = ['mark', 'nudge', 'sibling', 'restart', 'open', 'none', 'time'];

function remedy(reason: Reason): Remedy {
  return table[reason.code].remedy;
}

/** A pass could bring this free instance forward, perhaps after marking it or removing what blocks its id. */
export function passMends(instance: InstanceAssessment): boolean {
  return instanceStates[instance.state].free && ['mark', 'nudge', 'sibling'].includes(remedyOf(instance));
}

/** Something that a pass could bring forward and no batch keeps back. */
export function passWouldHelp(pool: PoolAssessment, kept: ReadonlySet<number>): boolean {
  return pool.instances.some(
    (instance) =>
      (instance.state === 'surplus' && isWrong(instance)) || (passMends(instance) && !kept.has(instance.id)),
  );
}

/** Something of it keeps the pool from being converged. */
export function isWrong(instance: InstanceAssessment): boolean {
  return instance.reasons.some((reason) => table[reason.code].exit !== 0);
}

/** Only a person can help: current as far as it goes, and its pod fails for good. */
export function isDoomed(instance: InstanceAssessment): boolean {
  return (
    instanceStates[instance.state].free &&
    !passMends(instance) &&
    instance.reasons.some((reason) => table[reason.code].exit !== 0 && remedy(reason) === 'none')
  );
}

/** Only an operator restart brings back or renews what is wrong with it (theia-cloud.md F4, F6). */
export function needsRestart(instance: InstanceAssessment): boolean {
  return instanceStates[instance.state].free && remedyOf(instance) === 'restart';
}

/**
 * Before the nudge: holds off what the pass must renew or delete, mark what it would skip, remove what blocks an id (F6). Internal
 * Services stay held, those of surplus instances too: the pass takes only its own reference off them, and the Lease's end collects them.
 */
export function prepare(pool: PoolAssessment, kept: ReadonlySet<number>): WriteStep[] {
  const surplus = pool.instances
    .filter((each) => each.state === 'surplus')
    .flatMap((each) => releaseMain(pool, each.id, each.parts));
  const going = freeInstances(pool).filter((each) => !kept.has(each.id));
  const free = going.flatMap((instance) => {
    const wanted = remediesOf(instance);
    const renewing = wanted.has('mark') || wanted.has('nudge');
    const removed = wanted.has('sibling') ? removeSibling(pool, instance) : [];
    const left = instance.parts.filter((part) => !wanted.has('sibling') || !isService(part));
    return [
      ...(renewing ? releaseMain(pool, instance.id, left) : []),
      ...(wanted.has('mark') ? markOutdated(pool, instance.id, left) : []),
      ...removed,
    ];
  });
  return [...surplus, ...free];
}

/** Main parts but the internal Service: a held one is not solely owned, so the pass would leave it stale. */
function releaseMain(pool: PoolAssessment, id: number, parts: readonly Part[]): WriteStep[] {
  return parts
    .filter((part) => isMain(part) && part.kind !== 'internalService' && holds(part.object).length > 0)
    .filter((part) => isOwnedBy(part.object, pool.uid))
    .map((part) => ({ step: 'unhold' as const, app: pool.name, id, on: onPart(part) }));
}

/** Lever 4: generation label of all labelled parts to 0; the pass then renews the instance wholly. */
function markOutdated(pool: PoolAssessment, id: number, parts: readonly Part[]): WriteStep[] {
  return parts
    .filter((part) => isMain(part) && part.object.metadata.labels?.[labels.generation] !== '0')
    .map((part) => ({ step: 'mark' as const, app: pool.name, id, on: onPart(part) }));
}

/** F6: any Service that is left counts as the id, a sidecar's too; without them the pass makes them all. */
function removeSibling(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return instance.parts
    .filter(isService)
    .map((part) => ({ step: 'removeSibling' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}

function isService(part: Part): boolean {
  return partKinds[part.kind].kind === 'Service';
}

export function nudge(pool: PoolAssessment, count: number, clearance: Clearance): WriteStep {
  return {
    step: 'nudge',
    app: pool.name,
    on: targetOf(pool.app),
    generation: pool.generation,
    count,
    clearance,
  };
}
