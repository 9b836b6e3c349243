import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import { because } from '../model/reasons.ts';
import type { Step, WriteStep } from '../model/steps.ts';
import { keepLease } from './close-gate.ts';
import type { Decision, Finding, Situation } from './decision.ts';
import { untried } from './give-up.ts';
import { clearGate, dropStray, forceOpen, isShut, mustCollect, openReady, settlesIn } from './open-gate.ts';
import { busyLookMs, type Policy } from './policy.ts';
import { unholdClaimed } from './sessions.ts';

/** Opening, waiting for the pool to settle, clearing the Lease, then whatever the look after that still shows. */
const mostRounds = 8;

/** docs/architecture.md#open: stamps and releases what is current and ready; anything else only with `--force`. */
export function decideOpen(now: Situation): Decision {
  const { last, first, looks, leftMs, policy } = now;
  const expired = policy.expired
    ? new Set(first.pools.filter((pool) => pool.gate.expired).map((pool) => pool.name))
    : undefined;
  const pools = last.pools
    .filter((pool) => pool.gate.leases.length > 0 && (expired?.has(pool.name) ?? true))
    .map((pool) => openPool(pool, now));
  const findings = together(
    now.findings,
    pools.flatMap(({ found }) => found),
  );
  const writes = [...dropStray(last), ...pools.flatMap(({ steps }) => steps)];
  const due = untried(writes, now);
  const forMs = Math.max(0, ...pools.map((pool) => pool.settlesIn));
  if (looks > mostRounds) return { steps: [], findings, end: true };
  if (due.length > 0) return { steps: [...due, wait('collector', busyLookMs)], findings };
  if (forMs === 0 || forMs > leftMs) return { steps: [], findings, end: true };
  return { steps: [wait('settling', forMs)], findings };
}

interface PoolOpening {
  steps: WriteStep[];
  /** What stays closed, or was opened by force. */
  found: Finding[];
  /** Milliseconds until a gate can be cleared that cannot be yet; 0: nothing to wait for. */
  settlesIn: number;
}

function openPool(pool: PoolAssessment, { last, policy, runId }: Situation): PoolOpening {
  const ready = [...unholdClaimed(pool, last), ...openReady(pool)];
  if (ready.length > 0) return { steps: ready, found: [], settlesIn: 0 };
  const settles = settlesIn(pool, last, policy);
  const kept = pool.instances.filter(isShut);
  const instances = kept.map((each) => each.id).join(', ');
  if (kept.length === 0 || mustCollect(pool))
    return { steps: clearGate(pool, last, policy), found: [], settlesIn: settles };
  if (policy.force) {
    return {
      steps: [...kept.flatMap((each) => forceOpen(pool, each)), ...clearGate(pool, last, policy)],
      found: [{ app: pool.name, reason: because('gateForced', { instances }) }],
      settlesIn: settles,
    };
  }
  return {
    steps: policy.expired ? holdOn(pool, last, policy, runId) : [],
    found: [{ app: pool.name, reason: because('gateKept', { instances }) }],
    settlesIn: 0,
  };
}

/** What is still stale behind an expired gate is held on. */
function holdOn(pool: PoolAssessment, { now }: Assessment, policy: Policy, runId: string): WriteStep[] {
  return keepLease(pool, { runId, now, policy, adopted: false });
}

/** What was opened by force stays said when nothing is closed there any more; the rest is said as it is now. */
function together(before: readonly Finding[], found: readonly Finding[]): Finding[] {
  const names = new Set(found.map(({ app }) => app));
  return [...before.filter(({ app, reason }) => reason.code === 'gateForced' && !names.has(app)), ...found];
}

function wait(why: 'collector' | 'settling', forMs: number): Step {
  return { step: 'wait', why, names: [], forMs };
}
