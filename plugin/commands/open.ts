import type { Options } from '../config/options.ts';
import { decideOpen } from '../decide/open.ts';
import { policyOf } from '../decide/policy.ts';
import type { Exit } from '../model/exits.ts';
import { runRounds, see } from '../run/rounds.ts';
import { startState } from '../run/state.ts';
import { conclude, type Left } from './conclude.ts';
import type { Io } from './io.ts';
import { checkNamespace, openRun, portsOf, type Run } from './open-run.ts';

/** After a failed sync: opens what is current and ready, leaves the rest closed. Always exit 0 but for 2 and 70. */
export async function open(options: Options, io: Io): Promise<Exit> {
  const run = await openRun(options, io);
  const exit = await conclude('open', run, () => release(run));
  return exit === 2 || exit === 70 ? exit : 0;
}

async function release(run: Run): Promise<Left> {
  const ports = portsOf(run);
  const [first] = await Promise.all([see(ports), checkNamespace(run)]);
  return runRounds(ports, startState(run.runId, policyOf(run.options), first), decideOpen);
}
