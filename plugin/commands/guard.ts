import type { Options } from '../config/options.ts';
import { decideGuard } from '../decide/decide-guard.ts';
import type { Exit } from '../model/exits.ts';
import { because } from '../model/reasons.ts';
import { RunError } from '../model/run-error.ts';
import { conclude, type Found } from './conclude.ts';
import type { Io } from './io.ts';
import { lookAgain, type Rounds, startRounds, takeSteps } from './loop.ts';
import { checkNamespace, forbiddenWrites, openRun, type Run } from './open-run.ts';
import { startProgress } from './progress.ts';
import { policyOf } from './verify.ts';

/**
 * Before the release: completes claims, shields sidecars; with `--gate` closes the gate. PreSync runs before the sync that brings
 * CRDs, operator and permissions, so without `--strict` none of them is needed (design.md section 3).
 */
export async function guard(options: Options, io: Io): Promise<Exit> {
  const run = await openRun(options, io);
  const rounds = startRounds(run);
  const found: Found[] = [];
  const exit = await conclude('guard', run, rounds, found, () =>
    lenient(run, () => protect(run, rounds, found)),
  );
  return exit;
}

/** @throws RunError, but what PreSync may well meet is a warning unless `--strict` */
async function lenient(run: Run, work: () => Promise<void>): Promise<void> {
  const { ending } = await import('./open-run.ts');
  try {
    await work();
  } catch (error) {
    const known = await ending(error, run);
    const early =
      known.code === 'notInstalled' || known.code === 'forbidden' || known.code === 'unknownNamespace';
    if (run.options.strict || !early) throw known;
    run.io.err(`warmgate: warning: ${known.message}; nothing guarded\n`);
  }
}

async function protect(run: Run, rounds: Rounds, found: Found[]): Promise<void> {
  const progress = startProgress(run);
  await checkNamespace(run);
  const [denied] = await Promise.all([forbiddenWrites(run), lookAgain(run, rounds, true)]);
  if (denied.length > 0) {
    if (run.options.strict) throw missing(denied[0] ?? '', run);
    progress.say(`warning: this account may not ${denied.join(', ')}; nothing guarded`);
    return;
  }
  const policy = policyOf(run.options, true);
  for (;;) {
    const assessment = rounds.last ?? (await lookAgain(run, rounds, true));
    const gates = new Set(run.options.gate ? assessment.pools.map((pool) => pool.name) : []);
    const { steps, complete } = decideGuard(assessment, policy, run.runId, gates);
    if (complete && steps.length === 0) break;
    if (run.remaining() <= policy.timeoutMs / 2) {
      const sessions = assessment.inFlight.map((each) => each.session);
      found.push({
        reason: because('claimsInFlight', { sessions: sessions.join(', '), count: sessions.length }),
      });
      break;
    }
    await takeSteps(run, rounds, steps, progress);
    await lookAgain(run, rounds, true);
    if (complete) break;
  }
}

function missing(denied: string, run: Run): RunError {
  const [verb = '', resource = ''] = denied.split(' ');
  return new RunError('forbidden', {
    account: 'this account',
    verb,
    resource,
    namespace: run.place.namespace,
  });
}
