import type { Acted, Acting } from '../act/acting.ts';
import { carryOut } from '../act/carry-out.ts';
import { assess } from '../assess/assess.ts';
import type { History } from '../assess/history.ts';
import type { Assessment } from '../model/assessment.ts';
import { RunError } from '../model/run-error.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Step, WriteStep } from '../model/steps.ts';
import type { Evidence } from '../observe/evidence.ts';
import { assessOptions, checkApps, lookOnce, type Run } from './open-run.ts';

/** What the rounds left behind, readable at any moment, also after an error. */
export interface Rounds {
  first?: Assessment;
  last?: Assessment;
  history?: History;
  acted: Acted[];
  snapshot?: Snapshot;
  evidence?: Evidence[];
  acting: Acting;
}

export function startRounds(run: Run): Rounds {
  const { cluster, place, runId, options, io } = run;
  const acting: Acting = {
    cluster,
    clock: cluster.clock,
    namespace: place.namespace,
    runId,
    holdForMs: options.holdForMs,
    leases: new Map(),
    apps: new Map(),
    deleted: new Set(),
    stop: io.stop,
  };
  return { acted: [], acting };
}

/** observe and assess: one look, judged with what was remembered. */
export async function lookAgain(run: Run, rounds: Rounds, tellHarmBefore: boolean): Promise<Assessment> {
  const snapshot = await lookOnce(run);
  if (rounds.first === undefined) checkApps(snapshot, run.options.apps);
  const options = assessOptions(run.options, tellHarmBefore);
  const { assessment, history } = assess(snapshot, rounds.history, options, rounds.acting.deleted);
  rounds.first ??= assessment;
  rounds.last = assessment;
  rounds.snapshot = snapshot;
  rounds.history = history;
  rounds.acting.apps = new Map(assessment.pools.map((pool) => [pool.name, pool.app]));
  rounds.acting.leases = new Map(
    assessment.pools.flatMap((pool) =>
      pool.gate.leases[0] === undefined ? [] : [[pool.name, pool.gate.leases[0]]],
    ),
  );
  return assessment;
}

/** act: the writes, then the wait. @throws RunError 'interrupted' when the run was stopped meanwhile */
export async function takeSteps(run: Run, rounds: Rounds, steps: readonly Step[]): Promise<void> {
  const writes = steps.filter((step): step is WriteStep => step.step !== 'wait');
  if (rounds.last !== undefined) run.progress.round(rounds.last, steps);
  if (writes.length > 0) {
    await carryOut(writes, rounds.acting, (acted) => {
      rounds.acted.push(acted);
      run.progress.acted(acted);
    });
  }
  const wait = steps.find((step) => step.step === 'wait');
  if (wait !== undefined) {
    await run.cluster.clock.sleep(Math.min(wait.forMs, Math.max(0, run.remaining())), run.io.stop);
  }
  throwIfStopped(run);
}

export function throwIfStopped({ io }: Run): void {
  if (io.stop.aborted) throw new RunError('interrupted', { signal: String(io.stop.reason ?? '') });
}
