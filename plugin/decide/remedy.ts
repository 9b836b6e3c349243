import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { because, type Reason, type Remedy, reasons as table } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import { millis } from '../theia/time.ts';

/** What an instance needs most: the strongest remedy among its failing reasons. */
function remedyOf(instance: InstanceAssessment): Remedy {
  const wanted = remediesOf(instance);
  return strength.find((each) => wanted.has(each)) ?? 'none';
}

export function remediesOf(instance: InstanceAssessment): ReadonlySet<Remedy> {
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

/** Only an operator restart brings back or renews what is wrong with it (docs/theia-cloud.md#f4, #f6). */
export function needsRestart(instance: InstanceAssessment): boolean {
  return instanceStates[instance.state].free && remedyOf(instance) === 'restart';
}

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
