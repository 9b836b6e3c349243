import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { Step, WriteStep } from '../model/steps.ts';
import { keptBack } from './batch.ts';
import { failedCanary } from './canary.ts';
import { decidePool } from './decide-pool.ts';
import { mendLists } from './guard.ts';
import { type Memory, poolMemory } from './memory.ts';
import { dropStray } from './open.ts';
import { lookEveryMs, type Policy } from './policy.ts';
import { wantRefresh } from './refresh.ts';
import { needsRestart, passWouldHelp } from './renew.ts';
import type { PoolDecision } from './scene.ts';

/** What the run does next: steps in order, then another look; or how it ends. */
export interface Decision {
  steps: Step[];
  memory: Memory;
  /** Set when the run is over: converged everywhere, or nothing left to try. */
  ending?: 'done' | 'gaveUp' | 'timedOut' | 'pinned';
  /** Why pools are stuck, by AppDefinition. */
  stuck: Record<string, Reason>;
}

/** Assessment, policy, memory in; the next step out. A function: no clock, no I/O. */
export function decide(assessment: Assessment, policy: Policy, memory: Memory): Decision {
  const pinned = pinnedPools(assessment, policy.expectGeneration, policy.expectImages);
  if (pinned.length > 0) return { steps: [], memory, ending: 'pinned', stuck: Object.fromEntries(pinned) };
  const mending = policy.mayWrite ? [...mendLists(assessment), ...dropStray(assessment)] : [];
  const pushedAt = Math.max(0, ...Object.values(memory.pools).map((pool) => pool.lastPush));
  const decideAll = (othersRenewing: boolean) =>
    assessment.pools.map((pool) => {
      const { gate, ...own } = poolMemory(memory, pool.name, pool.generation);
      const { runId, startedAt, restartedAt } = memory;
      const seen = policy.refreshBefore === undefined ? pool : wantRefresh(pool, policy.refreshBefore);
      const now = { pool: seen, assessment, policy, memory: own, pushedAt, othersRenewing };
      const scene = { ...now, runId, startedAt, restartedAt, ...(gate === undefined ? {} : { gate }) };
      return { pool: seen, decision: decidePool(scene) };
    });
  const first = decideAll(false);
  const waits = has(first, 'restartOperator') && first.some((each) => isRenewing(each, policy));
  const decisions = waits ? decideAll(true) : first;
  const next: Memory = {
    ...memory,
    ...(has(decisions, 'restartOperator') ? { restartedAt: assessment.now } : {}),
    pools: {
      ...memory.pools,
      ...Object.fromEntries(decisions.map(({ pool, decision }) => [pool.name, decision.memory])),
    },
  };
  const stuck = Object.fromEntries(
    decisions.flatMap(({ pool, decision }) =>
      decision.reason === undefined ? [] : [[pool.name, decision.reason]],
    ),
  );
  const steps = [...mending, ...order(decisions.map(({ decision }) => decision))];
  const working = mending.length > 0 || decisions.some(({ decision }) => decision.state === 'working');
  if (!working)
    return { steps: [], memory: next, ending: Object.keys(stuck).length > 0 ? 'gaveUp' : 'done', stuck };
  if (assessment.now - memory.startedAt >= policy.timeoutMs) {
    return { steps: [], memory: next, ending: 'timedOut', stuck: { ...late(decisions, policy), ...stuck } };
  }
  return {
    steps: steps.length > 0 ? steps : [{ step: 'wait', why: 'settling', names: [], forMs: lookEveryMs }],
    memory: next,
    stuck,
  };
}

/** Has use for the operator as it is, or is not yet ready for the one restart. */
function isRenewing(
  { pool, decision }: { pool: PoolAssessment; decision: PoolDecision },
  policy: Policy,
): boolean {
  if (decision.state !== 'working') return false;
  const preparing = pool.instances.some(needsRestart) && !has([{ decision }], 'restartOperator');
  return preparing || passWouldHelp(pool, keptBack(pool, policy));
}

function has(decisions: readonly { decision: PoolDecision }[], kind: Step['step']): boolean {
  return decisions.some(({ decision }) => decision.steps.some((each) => each.step === kind));
}

/** A deadline that ran out while the first batch was waited for: what it waited for is the cause. */
function late(decisions: readonly { pool: PoolAssessment }[], policy: Policy): Record<string, Reason> {
  return Object.fromEntries(
    decisions.flatMap(({ pool }) => {
      const canary = failedCanary(pool, keptBack(pool, policy));
      return canary === undefined ? [] : [[pool.name, canary]];
    }),
  );
}

/** Writes of all pools first, one restart at most, then one wait: the shortest that any pool asks for. */
function order(decisions: PoolDecision[]): Step[] {
  const steps = decisions.flatMap((decision) => decision.steps);
  const writes = steps.filter((step): step is WriteStep => step.step !== 'wait');
  const restart = writes.findIndex((step) => step.step === 'restartOperator');
  const once = writes.filter((step, at) => step.step !== 'restartOperator' || at === restart);
  const waits = steps.filter((step) => step.step === 'wait').sort((a, b) => a.forMs - b.forMs);
  return [...once, ...waits.slice(0, 1)];
}

/**
 * `--expect-generation`, `--expect-image`: pools at anything else, with what was expected and found. Somebody else's release
 * is going on there.
 */
export function pinnedPools(
  assessment: Assessment,
  generation: number | undefined,
  images: Readonly<Record<string, string>>,
): [string, Reason][] {
  const pinned = (app: string, what: string, expected: string | number, found: string | number) =>
    [app, because('pinnedElsewhere', { what, expected, found })] as [string, Reason];
  return assessment.pools.flatMap((pool) => {
    const image = images[pool.name];
    if (image !== undefined && image !== pool.image) {
      return [pinned(pool.name, 'image', image, pool.image)];
    }
    if (generation === undefined || generation === pool.generation) return [];
    return [pinned(pool.name, 'generation', generation, pool.generation)];
  });
}
