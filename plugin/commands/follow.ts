import { decideGuard } from '../decide/decide-guard.ts';
import { lookAgain, type Rounds, takeSteps } from './loop.ts';
import { ending, type Run } from './open-run.ts';
import { policyOf } from './verify.ts';

/** Longest time between two looks: a watch only wakes, the list is truth. */
const lookAtLeastEveryMs = 30_000;
/** Shortest: sessions and pods of a busy namespace change all the time, and a look is a list of every kind. */
const lookAtMostEveryMs = 2000;
/** After an API failure, doubled each time. */
const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/**
 * `guard --follow`: goes on completing claims and shields as sessions come, until it is stopped; for people who scale pools by
 * hand. One list, a watch that wakes, a new list on any error. Keeps no history, so memory stays flat.
 */
export async function follow(run: Run, rounds: Rounds): Promise<void> {
  const policy = policyOf(run.options, true);
  const { cluster, place, io } = run;
  let pause = firstPauseMs;
  while (!io.stop.aborted) {
    try {
      const begun = cluster.clock.elapsed();
      const assessment = await lookAgain(run, forget(rounds), true);
      const { steps } = decideGuard(assessment, policy, run.runId, new Set(), true);
      const writes = steps.filter((step) => step.step !== 'wait');
      if (writes.length > 0) await takeSteps(run, rounds, steps);
      else await cluster.wake(['Session', 'Deployment'], place.namespace, lookAtLeastEveryMs);
      await cluster.clock.sleep(lookAtMostEveryMs - (cluster.clock.elapsed() - begun), io.stop);
      pause = firstPauseMs;
    } catch (error) {
      const known = await ending(error, run);
      if (known.code === 'interrupted') return;
      // An AppDefinition named with --app may come back.
      if (known.exit !== 3 && known.code !== 'unknownApp') throw known;
      run.progress.say(`${known.message}; looking again in ${Math.round(pause / 1000)} s`);
      await cluster.clock.sleep(pause, io.stop);
      pause = Math.min(pause * 2, longestPauseMs);
    }
  }
}

/** What happened an hour ago is of no use to a guard: the first look and the actions are dropped. */
function forget(rounds: Rounds): Rounds {
  delete rounds.first;
  delete rounds.history;
  rounds.acted.length = 0;
  rounds.acting.deleted.clear();
  return rounds;
}
