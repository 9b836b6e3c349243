import type { Options } from '../config/options.ts';
import { decide } from '../decide/decide.ts';
import { finish } from '../decide/finish.ts';
import { type Memory, startMemory } from '../decide/memory.ts';
import type { Policy } from '../decide/policy.ts';
import type { Exit } from '../model/exits.ts';
import { because } from '../model/reasons.ts';
import { gatherEvidence } from '../observe/evidence.ts';
import { conclude, type Found } from './conclude.ts';
import type { Io } from './io.ts';
import { lookAgain, type Rounds, startRounds, takeSteps } from './loop.ts';
import { notesOf, usedWorkspaces } from './notes.ts';
import { checkNamespace, forbiddenWrites, openRun, type Run } from './open-run.ts';

/** design.md section 5: waits, proves, renews, or fails with a reason. */
export async function verify(options: Options, io: Io): Promise<Exit> {
  if (!options.alwaysExit0) return prove(options, io);
  try {
    await prove(options, io);
  } catch (error) {
    io.err(`warmgate: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  return 0;
}

/** After a rollback a failing hook leaves the release pending, so nothing at all may come out as failure there. */
async function prove(options: Options, io: Io): Promise<Exit> {
  const run = await openRun(options, io);
  const rounds = startRounds(run);
  const found: Found[] = [];
  return conclude('verify', run, rounds, found, () => converge(run, rounds, found));
}

async function converge(run: Run, rounds: Rounds, found: Found[]): Promise<void> {
  const { options, runId } = run;
  const [denied] = await Promise.all([
    forbiddenWrites(run),
    checkNamespace(run).then(() => lookAgain(run, rounds, true)),
  ]);
  if (denied.length > 0) run.progress.say(`looking only: this account may not ${denied.join(', ')}`);
  const policy = {
    ...policyOf(options, denied.length === 0),
    lacks: denied.join(', '),
    ...(options.refresh ? { refreshBefore: rounds.first?.now ?? 0 } : {}),
  };
  let memory = startMemory(runId, rounds.first?.now ?? run.cluster.clock.now());
  const workspaces = new Set<string>();
  for (;;) {
    const assessment = rounds.last ?? (await lookAgain(run, rounds, true));
    for (const key of usedWorkspaces(assessment)) workspaces.add(key);
    const decision = decide(assessment, policy, memory);
    memory = decision.memory;
    if (decision.ending !== undefined) {
      const closed = decision.ending !== 'pinned' && (await close(run, rounds, policy, memory, found));
      // A session that comes or goes during the last writes must not fail a converged run: it is waited for.
      if (decision.ending === 'done' && closed && !isConverged(rounds)) continue;
      found.push(...Object.entries(decision.stuck).map(([app, reason]) => ({ app, reason })));
      if (decision.ending === 'timedOut')
        found.push({ reason: because('timedOut', { seconds: options.timeoutMs / 1000 }) });
      break;
    }
    await takeSteps(run, rounds, decision.steps);
    await lookAgain(run, rounds, true);
  }
  found.push(...notesOf(run.options, memory, rounds, workspaces));
  if (rounds.snapshot !== undefined && rounds.last !== undefined) {
    rounds.evidence = await gatherEvidence(run.cluster, rounds.last, rounds.snapshot.objects);
  }
}

function isConverged({ last }: Rounds): boolean {
  return last?.pools.every(({ converged }) => converged) === true;
}

/** The last writes, and a look that shows what they did. False: there was nothing to write. */
async function close(
  run: Run,
  rounds: Rounds,
  policy: Policy,
  memory: Memory,
  found: Found[],
): Promise<boolean> {
  if (rounds.last === undefined) return false;
  const { steps, found: left } = finish(rounds.last, policy, memory);
  found.push(...left);
  if (steps.length === 0) return false;
  await takeSteps(run, rounds, steps);
  await lookAgain(run, rounds, true);
  return true;
}

export function policyOf(options: Options, mayWrite: boolean): Policy {
  return {
    mayRestart: options.allow.includes('restart-operator'),
    mayReplace: options.allow.includes('replace'),
    ...(options.batch === undefined ? {} : { batch: options.batch }),
    settleMs: options.settleMs,
    timeoutMs: options.timeoutMs,
    maxNudges: options.maxNudges,
    holdForMs: options.holdForMs,
    mayWrite,
    waitForOperator: options.waitOperator,
    onFailure: options.onFailure,
    expectImages: options.expectImage,
    ...(options.expectGeneration === undefined ? {} : { expectGeneration: options.expectGeneration }),
  };
}
