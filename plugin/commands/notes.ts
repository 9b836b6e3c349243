import type { Options } from '../config/options.ts';
import type { Memory } from '../decide/memory.ts';
import type { Assessment, InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { because } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import type { Found } from './conclude.ts';
import type { Rounds } from './loop.ts';

/** What a reader must know of how it was done, whatever came of it. `workspaces`: all that {@link usedWorkspaces} gave. */
export function notesOf(
  options: Options,
  memory: Memory,
  rounds: Rounds,
  workspaces: ReadonlySet<string>,
): Found[] {
  const first = (rounds.first?.pools ?? []).flatMap((pool) => [
    ...batchedLate(pool, options, memory),
    ...(rounds.first?.operator.kind === 'upstream' && options.allow.includes('replace')
      ? [{ app: pool.name, reason: because('sessionsMayGetOld') }]
      : []),
  ]);
  const last = (rounds.last?.pools ?? []).flatMap((pool) => [
    ...moved(pool, memory),
    ...keptFiles(pool, workspaces),
  ]);
  return [...last, ...first];
}

/** `app/id` of every instance with a former session's files: renewing leaves them (theia-cloud.md section 2, PVCs). */
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

function moved(pool: PoolAssessment, memory: Memory): Found[] {
  const from = memory.pools[pool.name]?.firstGeneration ?? pool.generation;
  return from === pool.generation
    ? []
    : [{ app: pool.name, reason: because('targetMoved', { from, to: pool.generation }) }];
}

/** A refresh has no PreSync: there its batches come in time. */
function batchedLate(pool: PoolAssessment, options: Options, memory: Memory): Found[] {
  const nudged = (memory.pools[pool.name]?.nudges ?? 0) > 0;
  const guarded = pool.instances.some((each) => each.hold === 'whole' || each.hold === 'closed');
  const late = options.batch !== undefined && !options.refresh && nudged && !guarded;
  return late ? [{ app: pool.name, reason: because('batchLateOnly') }] : [];
}

function keptFiles(pool: PoolAssessment, workspaces: ReadonlySet<string>): Found[] {
  const kept = pool.instances.filter(
    (each) =>
      instanceStates[each.state].free &&
      workspaces.has(keyOf(pool, each)) &&
      each.reasons.every(({ code }) => code !== 'residueWorkspace') &&
      each.parts.some((part) => part.kind === 'pvc'),
  );
  const instances = kept.map(({ id }) => id).join(', ');
  return kept.length === 0 ? [] : [{ app: pool.name, reason: because('workspaceKept', { instances }) }];
}
