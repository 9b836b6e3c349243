import type { Options } from '../config/options.ts';
import { decideGuard } from '../decide/decide-guard.ts';
import type { Assessment } from '../model/assessment.ts';
import type { Exit } from '../model/exits.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import { RunError } from '../model/run-error.ts';
import { objectsOf } from '../observe/read-file.ts';
import { weigh } from '../report/building/verdict.ts';
import { changedApps } from '../theia/spec-change.ts';
import { conclude, type Found } from './conclude.ts';
import { follow } from './follow.ts';
import type { Io } from './io.ts';
import { lookAgain, type Rounds, startRounds, takeSteps } from './loop.ts';
import { checkNamespace, ending, forbiddenWrites, openRun, type Run } from './open-run.ts';
import { policyOf } from './verify.ts';

/**
 * Before the release: completes claims, shields sidecars; with `--manifests` or `--gate` closes the gate. PreSync runs before the sync
 * that brings CRDs, operator and permissions, so without `--strict` none of them is needed (design.md section 3).
 */
export async function guard(options: Options, io: Io): Promise<Exit> {
  const desired = await objectsOf(options.manifests, io);
  const run = await openRun(options, io);
  const rounds = startRounds(run);
  const found: Found[] = [];
  return conclude('guard', run, rounds, found, () =>
    lenient(run, () => protect(run, rounds, found, desired)),
  );
}

/** What PreSync may well meet is a warning unless `--strict`. @throws RunError for everything else */
async function lenient(run: Run, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const known = await ending(error, run);
    // To be stopped is how a run that follows ends, whatever it is at.
    if (run.options.follow && known.code === 'interrupted') return;
    const early =
      known.code === 'notInstalled' || known.code === 'forbidden' || known.code === 'unknownNamespace';
    if (run.options.strict || !early) throw known;
    run.io.err(`warmgate: warning: ${known.message}; nothing guarded\n`);
  }
}

async function protect(run: Run, rounds: Rounds, found: Found[], desired: KubeObject[]): Promise<void> {
  await checkNamespace(run);
  const [denied] = await Promise.all([forbiddenWrites(run, 'guard'), lookAgain(run, rounds, true)]);
  const [first] = denied;
  if (first !== undefined) {
    if (run.options.strict) throw missing(first, run);
    run.progress.say(`warning: this account may not ${denied.join(', ')}; nothing guarded`);
    return;
  }
  // The report fails it: no gate is closed for a release that will not come.
  if (rounds.last !== undefined && failsStrictly(rounds.last, run.options)) return;
  if (run.options.follow) return follow(run, rounds);
  await guardOnce(run, rounds, found, desired);
}

async function guardOnce(run: Run, rounds: Rounds, found: Found[], desired: KubeObject[]): Promise<void> {
  const policy = policyOf(run.options, true);
  for (;;) {
    const assessment = rounds.last ?? (await lookAgain(run, rounds, true));
    const { steps, complete } = decideGuard(assessment, policy, run.runId, gatesOf(assessment, run, desired));
    if (steps.length === 0) return;
    const waits = steps.every((each) => each.step === 'wait');
    if (run.remaining() <= (waits ? policy.timeoutMs / 2 : 0)) {
      found.push({
        reason: waits ? inFlight(assessment) : because('timedOut', { seconds: policy.timeoutMs / 1000 }),
      });
      return;
    }
    await takeSteps(run, rounds, steps);
    await lookAgain(run, rounds, true);
    if (complete) return;
  }
}

function inFlight(assessment: Assessment): Reason {
  const sessions = assessment.inFlight.map((each) => each.session);
  return because('claimsInFlight', { sessions: sessions.join(', '), count: sessions.length });
}

function failsStrictly({ operator }: Assessment, { strict, waitOperator }: Options): boolean {
  const scales = { command: 'guard', operatorWaived: !waitOperator, strict } as const;
  return operator.reasons.some((reason) => weigh(reason, scales) !== 0);
}

/** Whose gate closes: all with `--gate`, else those whose spec the manifests will change. */
function gatesOf(assessment: Assessment, run: Run, desired: KubeObject[]): Set<string> {
  const apps = assessment.pools.map((pool) => pool.app);
  return new Set(
    run.options.gate
      ? apps.map((app) => app.metadata.name)
      : changedApps(desired, apps, assessment.namespace),
  );
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
