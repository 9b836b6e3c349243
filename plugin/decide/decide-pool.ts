import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { Step, WaitWhy, WriteStep } from '../model/steps.ts';
import { closingHolds, holdInternal, keepLease } from './close.ts';
import { completeClaims, unholdClaimed } from './guard.ts';
import type { PoolMemory } from './memory.ts';
import { nextNudge } from './nudge-budget.ts';
import { blocksCollection, dropLeases, openReady } from './open.ts';
import { busyLookMs, lookEveryMs, type Policy, secondLookMs } from './policy.ts';
import { isDoomed, needsRestart, nudge, passWouldHelp, prepare } from './renew.ts';
import { confirmGate } from './second-look.ts';
import { freeInstances } from './targets.ts';

/** What one pool needs next. `stuck`: nothing left to try, with the reason; `done`: converged for long enough. */
export interface PoolDecision {
  steps: Step[];
  memory: PoolMemory;
  state: 'done' | 'working' | 'stuck';
  reason?: Reason;
}

interface Scene {
  pool: PoolAssessment;
  assessment: Assessment;
  policy: Policy;
  memory: PoolMemory;
  runId: string;
  startedAt: number;
}

/** design.md section 5, steps 2 to 6, for one pool. Rules in order; the first that applies decides. */
export function decidePool(scene: Scene): PoolDecision {
  const { pool, assessment, policy } = scene;
  const upstream = assessment.operator.kind === 'upstream';
  if (policy.mayWrite && blocksCollection(pool)) return act(scene, dropLeases(pool), 'collector');
  if (pool.renewed) return afterRenewal(scene);
  const first =
    policy.mayWrite && !upstream
      ? [...unholdClaimed(pool, assessment), ...openReady(pool), ...keepFromSessions(scene)]
      : [];
  if (first.length > 0) return act(scene, first, 'operatorWorking');
  if (policy.waitForOperator && !assessment.operator.active) return wait(scene, 'operator', lookEveryMs);
  const unsettled = settledIn(scene);
  if (unsettled > 0)
    return wait(scene, scene.memory.lastPush > 0 ? 'operatorWorking' : 'settling', unsettled);
  if (upstream) return stuck(scene, because('cannotRenew', { what: 'upstream' }));
  if (!passWouldHelp(pool)) return withoutPass(scene);
  if (!policy.mayWrite) return stuck(scene, because('cannotRenew', { what: 'permission' }));
  return renew(scene);
}

/** Every instance is right: open what the gate still keeps, clear the gate, then watch it stay so. */
function afterRenewal(scene: Scene): PoolDecision {
  const { pool, assessment, policy, memory } = scene;
  if (policy.mayWrite) {
    const opening = [...unholdClaimed(pool, assessment), ...openReady(pool)];
    if (opening.length > 0) return act(scene, opening, 'operatorWorking');
    if (pool.gate.leases.length > 0) return act(scene, dropLeases(pool), 'collector');
  }
  if (!pool.converged) return withoutPass(scene);
  const since = memory.convergedSince ?? assessment.now;
  const kept = { ...memory, convergedSince: since };
  const quiet = assessment.now - pool.lastWrite > policy.settleMs;
  const untouched = !memory.wrote && since === assessment.now && assessment.quietSince === assessment.now;
  if (untouched && quiet && (assessment.operator.plausible || !policy.waitForOperator)) {
    return { steps: [], memory: kept, state: 'done' };
  }
  const stayed = assessment.now - since;
  const operatorSeen = assessment.operator.active || !policy.waitForOperator;
  if (stayed >= policy.settleMs && quiet && operatorSeen) return { steps: [], memory: kept, state: 'done' };
  const why = operatorSeen ? 'stayingCurrent' : 'operator';
  return wait(
    { ...scene, memory: kept },
    why,
    Math.min(lookEveryMs, Math.max(busyLookMs, policy.settleMs - stayed)),
  );
}

/** A free instance that is incomplete would eat every new session (F7): kept from them at first sight. */
function keepFromSessions(scene: Scene): WriteStep[] {
  const { pool, assessment, runId, policy } = scene;
  if (assessment.inFlight.some((each) => each.app === pool.name && each.phase === 'inFlight')) return [];
  const incomplete = freeInstances(pool).filter((each) => each.state === 'incomplete');
  const steps = incomplete.flatMap((instance) => holdInternal(pool, instance));
  return steps.length === 0 ? [] : [...keepLease(pool, runId, assessment.now, policy), ...steps];
}

/** Time until nothing has moved for `--settle`: pool, AppDefinition, operator, and our own last push. 0: settled. */
function settledIn({ pool, assessment, policy, memory }: Scene): number {
  const since = Math.max(assessment.quietSince, pool.lastWrite, memory.lastPush);
  const left = policy.settleMs - (assessment.now - since);
  return left <= 0 ? 0 : Math.min(left, memory.lastPush > 0 ? busyLookMs : lookEveryMs);
}

/** Not right, and no pass would help: wait for what comes by itself, else say what is needed. */
function withoutPass(scene: Scene): PoolDecision {
  const { pool } = scene;
  const waiting = pool.instances.filter((each) => each.reasons.length > 0 && each.state !== 'claimed');
  const restart = waiting.filter(needsRestart);
  const doomed = waiting.filter(isDoomed);
  const others = waiting.filter(
    (each) => !restart.includes(each) && !doomed.includes(each) && each.state !== 'current',
  );
  const coming = others.filter((each) => each.state !== 'closed' && each.state !== 'halfClaimed');
  if (coming.length > 0) return wait(scene, 'becomingReady', lookEveryMs);
  if (restart.length > 0) {
    return stuck(scene, because('needsRestart', { instances: restart.map((each) => each.id).join(', ') }));
  }
  return stuck(scene, because('noProgress', { nudges: scene.memory.nudges }));
}

/** The gate, whole: (a) to (f) of theia-cloud.md lever 6. Opening is `openReady`, tried at every look. */
function renew(scene: Scene): PoolDecision {
  const { pool, assessment, policy, memory, runId, startedAt } = scene;
  const busy = assessment.inFlight.filter((each) => each.app === pool.name);
  if (busy.length > 0) {
    const sessions = busy.map((each) => each.session);
    if (assessment.now - startedAt > policy.timeoutMs / 2) {
      return stuck(scene, because('claimsInFlight', { sessions: sessions.join(', '), count: busy.length }));
    }
    return wait(scene, 'claimsInFlight', busyLookMs, sessions);
  }
  const closing = [...closingHolds(pool), ...completeClaims(pool, assessment)];
  if (closing.length > 0) {
    return act(scene, [...keepLease(pool, runId, assessment.now, policy), ...closing], 'secondLook');
  }
  if (pool.pvcTerminating) return wait(scene, 'workspaceTerminating', lookEveryMs);
  const count = nextNudge(pool, assessment.now);
  if (count > policy.maxNudges) {
    return stuck(
      scene,
      because('budgetSpent', { count: count - 1, max: policy.maxNudges, generation: pool.generation }),
    );
  }
  const { gate, clearance } = confirmGate(pool, assessment, memory.gate);
  const kept = withGate(memory, gate);
  if (clearance === undefined) {
    const left = gate === undefined ? secondLookMs : secondLookMs - (assessment.now - gate.at);
    return wait({ ...scene, memory: kept }, 'secondLook', Math.max(100, left));
  }
  const steps = [
    ...keepLease(pool, runId, assessment.now, policy),
    ...prepare(pool),
    nudge(pool, count, clearance),
  ];
  const pushed = { ...withGate(kept, undefined), lastPush: assessment.now, nudges: memory.nudges + 1 };
  return act({ ...scene, memory: pushed }, steps, 'operatorWorking');
}

function withGate(memory: PoolMemory, gate: PoolMemory['gate']): PoolMemory {
  const { gate: _, ...rest } = memory;
  return gate === undefined ? rest : { ...rest, gate };
}

function act(scene: Scene, steps: WriteStep[], why: WaitWhy): PoolDecision {
  const { convergedSince: _, ...rest } = scene.memory;
  const wait: Step = {
    step: 'wait',
    why,
    names: [],
    forMs: why === 'secondLook' ? secondLookMs : busyLookMs,
  };
  return { steps: [...steps, wait], memory: { ...rest, wrote: true }, state: 'working' };
}

function wait(scene: Scene, why: WaitWhy, forMs: number, names: string[] = []): PoolDecision {
  const memory = why === 'stayingCurrent' || scene.pool.converged ? scene.memory : without(scene.memory);
  return { steps: [...renewLease(scene), { step: 'wait', why, names, forMs }], memory, state: 'working' };
}

/** While a gate is closed its Lease is renewed every third of `--hold-for`. */
function renewLease({ pool, assessment, policy, runId }: Scene): WriteStep[] {
  const closed = policy.mayWrite && pool.gate.leases.length > 0 && pool.gate.holds > 0;
  return closed ? keepLease(pool, runId, assessment.now, policy) : [];
}

function without(memory: PoolMemory): PoolMemory {
  const { convergedSince: _, ...rest } = memory;
  return rest;
}

function stuck(scene: Scene, reason: Reason): PoolDecision {
  return { steps: [], memory: without(scene.memory), state: 'stuck', reason };
}
