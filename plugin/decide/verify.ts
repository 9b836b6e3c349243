import type { PoolAssessment } from '../model/assessment.ts';
import type { Reason } from '../model/reasons.ts';
import type { Step, WriteStep } from '../model/steps.ts';
import { keptBack } from './batch.ts';
import type { Decision, Ending, Memory, PoolMemory, Situation } from './decision.ts';
import { isTimeUp, lastWrites, timedOut, waitedForCanary } from './give-up.ts';
import { notesOf, usedWorkspaces } from './notes.ts';
import { dropStray } from './open-gate.ts';
import { lookEveryMs, type Policy, pinnedElsewhere } from './policy.ts';
import { decidePool } from './pool.ts';
import type { PoolDecision } from './pool-state.ts';
import { needsRestart, passWouldHelp, wantRefresh } from './remedy.ts';
import { mendLists } from './sessions.ts';

/** docs/architecture.md#verify, one look at a time: the next steps, the last writes, and then the end with what a reader must know. */
export function decideVerify(now: Situation): Decision {
  const workspaces = [...new Set([...now.memory.workspaces, ...usedWorkspaces(now.last)])];
  const { ending, ...memory } = { ...now.memory, workspaces };
  // A session that comes or goes during the last writes must not fail a converged run: it is waited for.
  const wentOn = ending?.how === 'done' && now.last.pools.some(({ converged }) => !converged);
  if (ending !== undefined && !wentOn) return end({ ...now, memory }, ending);
  return decide({ ...now, memory });
}

function decide(now: Situation): Decision {
  const pinned = pinnedElsewhere(now.last, now.policy);
  if (pinned.length > 0) return end(now, { how: 'pinned', stuck: byApp(pinned) });
  const { steps, memory, ending } = decidePools(now);
  if (ending === undefined) return { steps, memory };
  const { steps: last, found } = lastWrites({ ...now, memory });
  const findings = [...now.findings, ...found];
  if (last.length === 0) return end({ ...now, memory, findings }, ending);
  return { steps: last, memory: { ...memory, ending }, findings };
}

function end(now: Situation, ending: Ending): Decision {
  const { how, stuck } = ending;
  const findings = [
    ...now.findings,
    ...Object.entries(stuck).map(([app, reason]) => ({ app, reason })),
    ...(how === 'timedOut' ? [{ reason: timedOut(now.policy) }] : []),
    ...notesOf(now),
  ];
  return { steps: [], end: true, memory: { ...now.memory, ending }, findings };
}

interface PoolsDecision {
  steps: Step[];
  memory: Memory;
  /** Converged everywhere, or nothing left to try, or no time. */
  ending?: Ending;
}

function decidePools(now: Situation): PoolsDecision {
  const { last: assessment, first, policy, memory, runId, leftMs } = now;
  const mending = policy.mayWrite ? [...mendLists(assessment), ...dropStray(assessment)] : [];
  const pushedAt = Math.max(0, ...Object.values(memory.pools).map((pool) => pool.lastPush));
  const pools = policy.refresh
    ? assessment.pools.map((pool) => wantRefresh(pool, first.now))
    : assessment.pools;
  const decideAll = (othersRenewing: boolean) =>
    pools.map((pool) => {
      const fresh: PoolMemory = { firstGeneration: pool.generation, lastPush: 0, nudges: 0, wrote: false };
      const { gate, ...own } = memory.pools[pool.name] ?? fresh;
      const { restartedAt } = memory;
      const known = { assessment, policy, runId, leftMs, restartedAt, pushedAt, othersRenewing };
      const state = { ...known, pool, memory: own, ...(gate === undefined ? {} : { gate }) };
      return { pool, decision: decidePool(state) };
    });
  const alone = decideAll(false);
  const waits = has(alone, 'restartOperator') && alone.some((each) => isRenewing(each, policy));
  const decisions = waits ? decideAll(true) : alone;
  const next: Memory = {
    ...memory,
    ...(has(decisions, 'restartOperator') ? { restartedAt: assessment.now } : {}),
    pools: {
      ...memory.pools,
      ...Object.fromEntries(decisions.map(({ pool, decision }) => [pool.name, decision.memory])),
    },
  };
  const stuck = byApp(
    decisions.flatMap(({ pool, decision: { reason } }) =>
      reason === undefined ? [] : [{ app: pool.name, reason }],
    ),
  );
  const working = mending.length > 0 || decisions.some(({ decision }) => decision.state === 'working');
  const over = (how: Ending['how'], why = stuck): PoolsDecision => ({
    steps: [],
    memory: next,
    ending: { how, stuck: why },
  });
  if (!working) return over(Object.keys(stuck).length > 0 ? 'gaveUp' : 'done');
  if (isTimeUp(now)) return over('timedOut', { ...waitedForCanary(pools, policy), ...stuck });
  const steps = [...mending, ...order(decisions.map(({ decision }) => decision))];
  const settling: Step = { step: 'wait', why: 'settling', names: [], forMs: lookEveryMs };
  return { steps: steps.length > 0 ? steps : [settling], memory: next };
}

function byApp(found: readonly { app: string; reason: Reason }[]): Ending['stuck'] {
  return Object.fromEntries(found.map(({ app, reason }) => [app, reason]));
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

/** Writes of all pools first, one restart at most, then one wait: the shortest that any pool asks for. */
function order(decisions: PoolDecision[]): Step[] {
  const steps = decisions.flatMap((decision) => decision.steps);
  const writes = steps.filter((step): step is WriteStep => step.step !== 'wait');
  const restart = writes.findIndex((step) => step.step === 'restartOperator');
  const once = writes.filter((step, at) => step.step !== 'restartOperator' || at === restart);
  const waits = steps.filter((step) => step.step === 'wait').sort((a, b) => a.forMs - b.forMs);
  return [...once, ...waits.slice(0, 1)];
}
