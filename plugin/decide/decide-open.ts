import type { Assessment, InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { WriteStep } from '../model/steps.ts';
import { holds, isOwnedBy } from '../theia/owners.ts';
import { keepLease } from './close.ts';
import { unholdClaimed } from './guard.ts';
import { clearGate, dropStray, mustCollect, openReady, settlesIn } from './open.ts';
import type { Policy } from './policy.ts';
import { isTaken, onPart } from './targets.ts';

export interface OpenDecision {
  steps: WriteStep[];
  /** Per AppDefinition: what stays closed, or was opened by force. */
  found: { app: string; reason: Reason }[];
  /** Milliseconds until a gate can be cleared that cannot be yet, the longest; 0: nothing to wait for. */
  settlesIn: number;
}

export interface OpenOptions {
  force: boolean;
  /** Only these gates, since their Lease had run out at the first look; what is still stale there is held on. */
  expired?: ReadonlySet<string>;
  runId: string;
}

/** design.md section 3, open: stamps and releases what is current and ready; anything else only with `--force`. */
export function decideOpen(assessment: Assessment, policy: Policy, options: OpenOptions): OpenDecision {
  const pools = assessment.pools.filter(
    (pool) => pool.gate.leases.length > 0 && (options.expired?.has(pool.name) ?? true),
  );
  const each = pools.map((pool) => openPool(pool, assessment, policy, options));
  return {
    steps: [...dropStray(assessment), ...each.flatMap((one) => one.steps)],
    found: each.flatMap((one) => one.found),
    settlesIn: Math.max(0, ...each.map((one) => one.settlesIn)),
  };
}

function openPool(
  pool: PoolAssessment,
  assessment: Assessment,
  policy: Policy,
  options: OpenOptions,
): OpenDecision {
  const ready = [...unholdClaimed(pool, assessment), ...openReady(pool)];
  if (ready.length > 0) return { steps: ready, found: [], settlesIn: 0 };
  const settles = settlesIn(pool, assessment, policy);
  const kept = pool.instances.filter(isShut);
  const ids = kept.map((each) => each.id).join(', ');
  if (kept.length === 0 || mustCollect(pool))
    return { steps: clearGate(pool, assessment, policy), found: [], settlesIn: settles };
  if (options.force) {
    return {
      steps: [...kept.flatMap((each) => forceOpen(pool, each)), ...clearGate(pool, assessment, policy)],
      found: [{ app: pool.name, reason: because('gateForced', { instances: ids }) }],
      settlesIn: settles,
    };
  }
  return {
    steps: options.expired?.has(pool.name)
      ? keepLease(pool, { runId: options.runId, now: assessment.now, policy, adopted: false })
      : [],
    found: [{ app: pool.name, reason: because('gateKept', { instances: ids }) }],
    settlesIn: 0,
  };
}

/** Kept from sessions, and no session has it. */
export function isShut(instance: InstanceAssessment): boolean {
  return (instance.hold === 'closed' || instance.hold === 'whole') && !isTaken(instance);
}

/** Takes the holds off without a stamp: what is stale stays labelled as it is. */
export function forceOpen(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return instance.parts
    .filter((part) => holds(part.object).length > 0 && isOwnedBy(part.object, pool.uid))
    .map((part) => ({ step: 'unhold' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}
