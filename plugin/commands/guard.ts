import type { Options } from '../config/options.ts';
import { decideFollow } from '../decide/follow.ts';
import { decideGuard } from '../decide/guard.ts';
import { policyOf } from '../decide/policy.ts';
import type { Exit } from '../model/exits.ts';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import { objectsOf } from '../observe/read-file.ts';
import { runRounds, see } from '../run/rounds.ts';
import { startState } from '../run/state.ts';
import { conclude, type Left } from './conclude.ts';
import { outlast } from './follow.ts';
import type { Io } from './io.ts';
import { checkNamespace, ending, forbiddenWrites, openRun, portsOf, type Run } from './open-run.ts';

/**
 * Before the release: completes claims, shields sidecars; with `--manifests` or `--gate` closes the gate. PreSync runs before the sync
 * that brings CRDs, operator and permissions, so without `--strict` none of them is needed (docs/architecture.md#guard).
 */
export async function guard(options: Options, io: Io): Promise<Exit> {
  const manifests = await objectsOf(options.manifests, io);
  const run = await openRun(options, io);
  return conclude('guard', run, () => lenient(run, () => protect(run, manifests)));
}

/** What PreSync may well meet is a warning unless `--strict`. */
async function lenient(run: Run, work: () => Promise<Left>): Promise<Left> {
  const left = await work().catch((failure: unknown): Left => ({ failure }));
  if (left.failure === undefined) return left;
  const { failure, ...rest } = left;
  const known = await ending(failure, run);
  // To be stopped is how a run that follows ends, whatever it is at.
  if (run.options.follow && known.code === 'interrupted') return rest;
  const early =
    known.code === 'notInstalled' || known.code === 'forbidden' || known.code === 'unknownNamespace';
  if (run.options.strict || !early) return left;
  run.io.err(`warmgate: warning: ${known.message}; nothing guarded\n`);
  return rest;
}

async function protect(run: Run, manifests: readonly KubeObject[]): Promise<Left> {
  await checkNamespace(run);
  const ports = portsOf(run);
  const [lacks, first] = await Promise.all([forbiddenWrites(run, 'guard'), see(ports)]);
  const state = startState(run.runId, policyOf(run.options, lacks, manifests), first);
  const [denied] = lacks;
  if (denied !== undefined) {
    if (run.options.strict) return { state, failure: missing(denied, run) };
    run.progress.say(`warning: this account may not ${lacks.join(', ')}; nothing guarded`);
    return { state };
  }
  return run.options.follow
    ? runRounds({ ...ports, survives: outlast(run) }, state, decideFollow)
    : runRounds(ports, state, decideGuard);
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
