import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { type Part, partKinds } from '../model/parts.ts';
import { because } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import type { Clearance, WriteStep } from '../model/steps.ts';
import { labels } from '../theia/labels.ts';
import { readNudge } from '../theia/nudge-mark.ts';
import { holds, isOwnedBy } from '../theia/owners.ts';
import { millis } from '../theia/time.ts';
import type { Kept } from './batch.ts';
import { closingHolds, confirmGate, keepLease } from './close-gate.ts';
import type { PoolMemory, SeenGate } from './decision.ts';
import { isHalfSpent, stillInFlight } from './give-up.ts';
import { busyLookMs, lookEveryMs, secondLookMs } from './policy.ts';
import { act, keeper, type PoolDecision, type PoolState, stuck, wait } from './pool-state.ts';
import { passMends, remediesOf } from './remedy.ts';
import { busySessions, completeClaims } from './sessions.ts';
import { freeInstances, isMain, onPart, targetOf } from './targets.ts';

/** The gate, whole: (a) to (f) of docs/theia-cloud.md#lever-6. Opening is `openReady`, tried at every look. */
export function renew(state: PoolState, kept: Kept): PoolDecision {
  const { pool, assessment, policy, memory } = state;
  return behindGate(state, kept, (clearance, seen) => {
    if (pool.pvcTerminating) return wait(seen, 'workspaceTerminating', lookEveryMs);
    const count = nextNudge(pool, assessment.now);
    if (count > policy.maxNudges) {
      const { generation } = pool;
      return stuck(seen, because('budgetSpent', { count: count - 1, max: policy.maxNudges, generation }));
    }
    const steps = [...keepLease(pool, keeper(state)), ...prepare(pool, kept), nudge(pool, count, clearance)];
    const pushed = { ...memory, lastPush: assessment.now, nudges: memory.nudges + 1 };
    return act({ ...state, memory: pushed }, steps, 'operatorWorking');
  });
}

/**
 * Waits for claims, closes and guards, looks a second time; then what must not happen before. `seen`: the state that remembers
 * the gate, for what is not yet done.
 */
export function behindGate(
  state: PoolState,
  kept: Kept,
  then: (clearance: Clearance, seen: PoolState) => PoolDecision,
): PoolDecision {
  const { pool, assessment, memory } = state;
  const busy = busySessions(pool, assessment);
  const { gate, clearance } = confirmGate(pool, assessment, state.gate, { kept, busy: busy.length > 0 });
  const seen: PoolState = { ...state, memory: withGate(memory, gate) };
  if (busy.length > 0) {
    if (isHalfSpent(state)) return stuck(state, stillInFlight(busy));
    return wait(seen, 'claimsInFlight', busyLookMs, busy);
  }
  const closing = [...closingHolds(pool, kept), ...completeClaims(pool, assessment)];
  if (closing.length > 0) return act(state, [...keepLease(pool, keeper(state)), ...closing], 'secondLook');
  if (clearance !== undefined) return then(clearance, seen);
  const left = gate === undefined ? secondLookMs : secondLookMs - (assessment.now - gate.at);
  return wait(seen, 'secondLook', Math.max(100, left));
}

function withGate(memory: PoolMemory, gate: SeenGate | undefined): PoolMemory {
  return gate === undefined ? memory : { ...memory, gate };
}

/**
 * Before the nudge: takes our holds off what the pass must renew or delete, marks what it would skip, removes what blocks an id (docs/theia-cloud.md#f6). Internal
 * Services stay held, those of surplus instances too: the pass takes only its own reference off them, and the Lease's end collects them.
 */
function prepare(pool: PoolAssessment, kept: ReadonlySet<number>): WriteStep[] {
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

function nudge(pool: PoolAssessment, count: number, clearance: Clearance): WriteStep {
  return {
    step: 'nudge',
    app: pool.name,
    on: targetOf(pool.app),
    generation: pool.generation,
    count,
    clearance,
  };
}

const windowMs = 3_600_000;

/**
 * Which nudge without progress the next one would be: 1 for a new generation, after an hour, or once the last one brought an
 * instance forward or a run proved the pool converged since: what broke then is another matter. A time further ahead than the window is nobody's.
 */
function nextNudge(pool: PoolAssessment, now: number): number {
  const last = readNudge(pool.app);
  if (last === undefined || last.generation !== pool.generation || Math.abs(now - last.at) > windowMs) {
    return 1;
  }
  const proven = pool.provenAt >= last.at && pool.provenAt <= now;
  return proven || hasProgressed(pool, last.at) ? 1 : last.count + 1;
}

/**
 * An instance that needs no pass any more, or that a session took since, was made after the nudge. Parts that are made anew and
 * are as wrong as before (an admission hook that rewrites images) are no progress: they would renew the budget for ever.
 */
function hasProgressed(pool: PoolAssessment, nudgedAt: number): boolean {
  // Creation times are whole seconds: a part made in the second of the nudge is progress.
  const since = Math.floor(nudgedAt / 1000) * 1000;
  return pool.instances.some((instance) => {
    const { state } = instance;
    if (state !== 'claimed' && !(instanceStates[state].free && !passMends(instance))) return false;
    return instance.parts
      .filter((part) => (state === 'claimed' ? part.kind === 'deployment' : partKinds[part.kind].main))
      .some((part) => millis(part.object.metadata.creationTimestamp) >= since);
  });
}
