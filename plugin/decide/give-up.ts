import { isDeepStrictEqual } from 'node:util';
import type { Assessment, InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { WriteStep } from '../model/steps.ts';
import { failedCanary, keptBack } from './batch.ts';
import { keepLease } from './close-gate.ts';
import type { Finding, Situation } from './decision.ts';
import { clearGate, forceOpen, isShut, mustClear, openReady } from './open-gate.ts';
import type { Policy } from './policy.ts';
import { completeClaims, mendLists } from './sessions.ts';

/** What of `--timeout` a rule may know. */
export type TimeLeft = { readonly policy: Policy; readonly leftMs: number };

export function isTimeUp({ leftMs }: TimeLeft): boolean {
  return leftMs <= 0;
}

/** Claims in flight are waited for no longer: what comes after them needs the other half. */
export function isHalfSpent({ policy, leftMs }: TimeLeft): boolean {
  return leftMs < policy.timeoutMs / 2;
}

export function timedOut({ timeoutMs }: Policy): Reason {
  return because('timedOut', { seconds: timeoutMs / 1000 });
}

export function stillInFlight(sessions: readonly string[]): Reason {
  return because('claimsInFlight', { sessions: sessions.join(', '), count: sessions.length });
}

/** Without what was tried on the same objects at the same versions: it would come out as before. */
export function untried(steps: readonly WriteStep[], { acted }: Pick<Situation, 'acted'>): WriteStep[] {
  return steps.filter((step) => !acted.some((each) => isDeepStrictEqual(each.step, step)));
}

/** A deadline that ran out while the first batch was waited for: what it waited for is the cause. */
export function waitedForCanary(pools: readonly PoolAssessment[], policy: Policy): Record<string, Reason> {
  return Object.fromEntries(
    pools.flatMap((pool) => {
      const canary = failedCanary(pool, keptBack(pool, policy));
      return canary === undefined ? [] : [[pool.name, canary]];
    }),
  );
}

interface LastWrites {
  steps: WriteStep[];
  found: Finding[];
}

/**
 * The last writes of a run: claims of sessions that came meanwhile, lists, and the gate of what did not converge
 * (docs/architecture.md#verify-step-7). `auto` keeps closed what the operator never renewed and what was renewed but is not ready.
 */
export function lastWrites({ last: assessment, policy, memory, runId }: Situation): LastWrites {
  if (!policy.mayWrite) return { steps: [], found: [] };
  const touched = assessment.pools.filter(
    (pool) => memory.pools[pool.name]?.wrote === true || pool.gate.leases.length > 0,
  );
  const claims = touched.flatMap((pool) => completeClaims(pool, assessment));
  const gates = touched
    .filter((pool) => !pool.converged && pool.gate.leases.length > 0)
    .map((pool) => leave(pool, assessment, policy, runId));
  return {
    steps: [...mendLists(assessment), ...claims, ...gates.flatMap((gate) => gate.steps)],
    found: gates.flatMap((gate) => gate.found),
  };
}

function leave(pool: PoolAssessment, assessment: Assessment, policy: Policy, runId: string): LastWrites {
  const ready = openReady(pool);
  const closed = pool.instances.filter((each) => isShut(each) && !each.openable);
  const instances = idsOf(closed);
  if (closed.length === 0)
    return { steps: [...ready, ...(mustClear(pool) ? clearGate(pool, assessment, policy) : [])], found: [] };
  if (policy.onFailure === 'open') {
    return {
      steps: [
        ...ready,
        ...closed.flatMap((each) => forceOpen(pool, each)),
        ...clearGate(pool, assessment, policy),
      ],
      found: [{ app: pool.name, reason: because('gateForced', { instances }) }],
    };
  }
  const always = { ...policy, holdForMs: 0 };
  const renewal = keepLease(pool, { runId, now: assessment.now, policy: always, adopted: false });
  const old = policy.onFailure === 'auto' ? keptOld(pool) : [];
  const stay = idsOf(closed.filter((each) => !old.includes(each)));
  const minutes = Math.round(policy.holdForMs / 60_000);
  return {
    steps: [...renewal, ...ready, ...old.flatMap((each) => openServices(pool, each))],
    found: [
      ...(old.length === 0
        ? []
        : [{ app: pool.name, reason: because('keptOld', { instances: idsOf(old), minutes }) }]),
      ...(stay === '' ? [] : [{ app: pool.name, reason: because('gateKept', { instances: stay }) }]),
    ],
  };
}

/** What a batch kept back, whole and old, while an instance of the new generation does not become Ready. */
function keptOld(pool: PoolAssessment): InstanceAssessment[] {
  const renewedUnready = pool.instances.some(
    (each) => each.state === 'notReady' && each.generations.includes(pool.generation),
  );
  if (!renewedUnready) return [];
  return pool.instances.filter(
    (each) => each.state === 'stale' && each.hold === 'whole' && each.missing.length === 0,
  );
}

/** A session may have it again; the rest stays held, or the next pass would renew it into the image that does not start. */
function openServices(pool: PoolAssessment, instance: InstanceAssessment): WriteStep[] {
  return forceOpen(pool, instance).filter(
    (step) =>
      step.step === 'unhold' && (step.on.part === 'internalService' || step.on.part === 'externalService'),
  );
}

function idsOf(instances: readonly InstanceAssessment[]): string {
  return instances.map((each) => each.id).join(', ');
}
