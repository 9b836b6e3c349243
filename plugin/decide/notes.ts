import type { Assessment, InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { because } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import type { Finding, Memory, Situation } from './decision.ts';
import type { Policy } from './policy.ts';

/** What a reader must know of how it was done, whatever came of it. */
export function notesOf({ first, last, policy, memory }: Situation): Finding[] {
  const replaced = first.operator.kind === 'upstream' && policy.mayReplace;
  return [
    ...last.pools.flatMap((pool) => [...moved(pool, memory), ...keptFiles(pool, memory)]),
    ...first.pools.flatMap((pool) => [
      ...batchedLate(pool, policy, memory),
      ...(replaced ? [{ app: pool.name, reason: because('sessionsMayGetOld') }] : []),
    ]),
  ];
}

/** `app/id` of every instance with a former session's files: renewing leaves them (docs/theia-cloud.md#pvc). */
export function usedWorkspaces({ pools }: Assessment): string[] {
  return pools.flatMap((pool) =>
    pool.instances
      .filter(({ reasons }) => reasons.some(({ code }) => code === 'residueWorkspace'))
      .map((instance) => keyOf(pool, instance)),
  );
}

function keyOf({ name }: PoolAssessment, { id }: InstanceAssessment): string {
  return `${name}/${id}`;
}

function moved(pool: PoolAssessment, memory: Memory): Finding[] {
  const from = memory.pools[pool.name]?.firstGeneration ?? pool.generation;
  return from === pool.generation
    ? []
    : [{ app: pool.name, reason: because('targetMoved', { from, to: pool.generation }) }];
}

/** A refresh has no PreSync: there its batches come in time. */
function batchedLate(pool: PoolAssessment, policy: Policy, memory: Memory): Finding[] {
  const nudged = (memory.pools[pool.name]?.nudges ?? 0) > 0;
  const guarded = pool.instances.some((each) => each.hold === 'whole' || each.hold === 'closed');
  const late = policy.batch !== undefined && !policy.refresh && nudged && !guarded;
  return late ? [{ app: pool.name, reason: because('batchLateOnly') }] : [];
}

function keptFiles(pool: PoolAssessment, { workspaces }: Memory): Finding[] {
  const kept = pool.instances.filter(
    (each) =>
      instanceStates[each.state].free &&
      workspaces.includes(keyOf(pool, each)) &&
      each.reasons.every(({ code }) => code !== 'residueWorkspace') &&
      each.parts.some((part) => part.kind === 'pvc'),
  );
  const instances = kept.map(({ id }) => id).join(', ');
  return kept.length === 0 ? [] : [{ app: pool.name, reason: because('workspaceKept', { instances }) }];
}
