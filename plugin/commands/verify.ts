import type { Options } from '../config/options.ts';
import { policyOf } from '../decide/policy.ts';
import { decideVerify } from '../decide/verify.ts';
import type { Exit } from '../model/exits.ts';
import { gatherEvidence } from '../observe/evidence.ts';
import { runRounds, see } from '../run/rounds.ts';
import { startState } from '../run/state.ts';
import { conclude, type Left } from './conclude.ts';
import type { Io } from './io.ts';
import { checkNamespace, forbiddenWrites, openRun, portsOf, type Run } from './open-run.ts';

/** docs/architecture.md#verify: waits, proves, renews, or fails with a reason. */
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
  return conclude('verify', run, () => converge(run));
}

async function converge(run: Run): Promise<Left> {
  const ports = portsOf(run);
  const [lacks, first] = await Promise.all([
    forbiddenWrites(run),
    checkNamespace(run).then(() => see(ports)),
  ]);
  if (lacks.length > 0) run.progress.say(`looking only: this account may not ${lacks.join(', ')}`);
  const start = startState(run.runId, policyOf(run.options, lacks), first);
  const ran = await runRounds(ports, start, decideVerify);
  if (ran.failure !== undefined) return ran;
  const { last, seen } = ran.state;
  return { ...ran, evidence: await gatherEvidence(run.cluster, last, seen.snapshot.objects) };
}
