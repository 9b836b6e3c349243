import type { Options } from '../config/options.ts';
import { decideOpen } from '../decide/decide-open.ts';
import type { Exit } from '../model/exits.ts';
import type { Step } from '../model/steps.ts';
import { conclude, type Found } from './conclude.ts';
import type { Io } from './io.ts';
import { lookAgain, type Rounds, startRounds, takeSteps } from './loop.ts';
import { checkNamespace, openRun, type Run } from './open-run.ts';
import { policyOf } from './verify.ts';

/** After a failed sync: opens what is current and ready, leaves the rest closed. Always exit 0 but for 2 and 70. */
export async function open(options: Options, io: Io): Promise<Exit> {
  const run = await openRun(options, io);
  const rounds = startRounds(run);
  const found: Found[] = [];
  const exit = await conclude('open', run, rounds, found, () => release(run, rounds, found));
  return exit === 2 || exit === 70 ? exit : 0;
}

async function release(run: Run, rounds: Rounds, found: Found[]): Promise<void> {
  await Promise.all([checkNamespace(run), lookAgain(run, rounds, true)]);
  const policy = policyOf(run.options, true);
  const { force } = run.options;
  const expired = rounds.last?.pools.filter((pool) => pool.gate.expired).map((pool) => pool.name);
  const only = run.options.expired ? { expired: new Set(expired) } : {};
  const sent = new Set<string>();
  for (let round = 0; round < maxRounds; round += 1) {
    const assessment = rounds.last;
    if (assessment === undefined) return;
    const decision = decideOpen(assessment, policy, { force, ...only, runId: run.runId });
    const before = found.filter(
      ({ reason, app }) => reason.code === 'gateForced' && !names(decision.found, app),
    );
    found.splice(0, found.length, ...before, ...decision.found);
    const fresh = decision.steps.filter((step) => !sent.has(JSON.stringify(step)));
    const forMs = decision.settlesIn;
    if (fresh.length === 0 && (forMs === 0 || forMs > run.remaining())) break;
    for (const step of fresh) sent.add(JSON.stringify(step));
    const wait: Step =
      fresh.length > 0
        ? { step: 'wait', why: 'collector', names: [], forMs: 500 }
        : { step: 'wait', why: 'settling', names: [], forMs };
    await takeSteps(run, rounds, [...fresh, wait]);
    await lookAgain(run, rounds, true);
  }
}

function names(found: readonly Found[], app: string | undefined): boolean {
  return found.some((each) => each.app === app);
}

/** Opening, waiting for the pool to settle, clearing the Lease, then whatever the look after that still shows. */
const maxRounds = 8;
