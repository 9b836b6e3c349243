import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { because, type Reason, type ReasonCode } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import type { Policy } from './policy.ts';
import { passMends } from './remedy.ts';
import { freeInstances } from './targets.ts';

/** Ids that a batch keeps back for now, held whole; everything else goes with the next pass. */
export type Kept = ReadonlySet<number>;

export const keepNone: Kept = new Set();

/**
 * Which instances wait for a later batch. The first batch is the canary: the next one goes only when the last is renewed and
 * Ready. Lowest ids first, since those are what new sessions get. Only what is old and intact is worth keeping: what is
 * incomplete or has traces of a session serves nobody, so it is the first to go.
 */
export function keptBack(pool: PoolAssessment, policy: Policy): Kept {
  if (policy.batch === undefined) return keepNone;
  const free = freeInstances(pool);
  const pending = free.filter(passMends);
  const intact = pending.filter((each) => each.state === 'stale');
  const coming = free.filter((each) => !passMends(each) && each.state !== 'current' && !each.openable);
  const going = coming.length + pending.length - intact.length;
  const slots = Math.max(0, batchSize(policy.batch, free.length) - going);
  return new Set(
    inOrder(intact)
      .slice(slots)
      .map((each) => each.id),
  );
}

/** For a guard, before the change: all but the canary. */
export function keptBeforeChange(pool: PoolAssessment, batch: Policy['batch']): Kept {
  if (batch === undefined) return keepNone;
  const ids = freeInstances(pool)
    .map((each) => each.id)
    .sort((a, b) => a - b);
  return new Set(ids.slice(batchSize(batch, ids.length)));
}

/** At least one, at most all. */
function batchSize(batch: NonNullable<Policy['batch']>, free: number): number {
  const size = 'count' in batch ? batch.count : Math.ceil((free * batch.percent) / 100);
  return Math.max(1, size);
}

/** A batch that was begun is finished first. */
function inOrder(pending: InstanceAssessment[]): InstanceAssessment[] {
  return [...pending].sort((a, b) => Number(isWhole(a)) - Number(isWhole(b)) || a.id - b.id);
}

function isWhole(instance: InstanceAssessment): boolean {
  return instance.hold === 'whole' || instance.hold === 'kept';
}

/** The instance that was renewed first and keeps the others waiting, with what it waits for; undefined when none does. */
export function failedCanary(pool: PoolAssessment, kept: Kept): Reason | undefined {
  if (kept.size === 0) return undefined;
  const canary = pool.instances.find((each) => !kept.has(each.id) && isUnready(each));
  return canary && because('canaryFailed', { instance: canary.id, ...failureOf(canary) });
}

function isUnready(instance: InstanceAssessment): boolean {
  return instanceStates[instance.state].free && failure(instance) !== undefined;
}

/** The worst first. */
const failures: readonly ReasonCode[] = ['podDoomed', 'podFailing', 'podWaiting', 'notReady'];

function failure({ reasons }: InstanceAssessment): Reason | undefined {
  return failures
    .map((code) => reasons.find((reason) => reason.code === code))
    .find((reason) => reason !== undefined);
}

function failureOf(instance: InstanceAssessment): { container: string; why: string } {
  const { container = '', why = 'not Ready' } = failure(instance)?.args ?? {};
  return { container: String(container), why: String(why) };
}
