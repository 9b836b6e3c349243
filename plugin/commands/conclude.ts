import type { Acted } from '../act/acting.ts';
import type { Exit } from '../model/exits.ts';
import type { Reason } from '../model/reasons.ts';
import type { ActionReport, Report } from '../model/report.ts';
import type { RunError } from '../model/run-error.ts';
import { buildReport } from '../report/building/report.ts';
import { deliver } from './deliver.ts';
import type { Rounds } from './loop.ts';
import { ending, type Run } from './open-run.ts';
import { leaveTrace } from './trace.ts';
import { version } from './version.ts';

export interface Found {
  app?: string;
  reason: Reason;
}

/**
 * Runs `work`, then says it, whatever happened: a run that is stopped or fails still flushes what it knows
 * (design.md section 5 step 9). Returns the exit code.
 */
export async function conclude(
  command: Report['command'],
  run: Run,
  rounds: Rounds,
  found: readonly Found[],
  work: () => Promise<void>,
): Promise<Exit> {
  let failure: RunError | undefined;
  try {
    await work();
  } catch (error) {
    failure = await ending(error, run);
  }
  run.progress.end();
  try {
    if (failure !== undefined) run.io.err(`warmgate: ${failure.message}\n`);
    // What the caller did wrong is no verdict; and a guard that had nothing to look at has done its work.
    if (failure?.exit === 2 || rounds.first === undefined) return failure?.exit ?? 0;
    const report = reportOf(command, run, rounds, found, failure);
    // What was pinned belongs to another release now, which leaves its own verdict.
    if (failure === undefined && report.exit !== 5) await leaveTrace(run, report, rounds);
    await deliver(report, run.options, run.io);
    return report.exit;
  } finally {
    await run.cluster.close();
  }
}

function reportOf(
  command: Report['command'],
  run: Run,
  rounds: Rounds,
  found: readonly Found[],
  failure: RunError | undefined,
): Report {
  const { first, last } = rounds;
  if (first === undefined || last === undefined) throw new Error('no look');
  const { ARGOCD_APP_NAME, ARGOCD_APP_REVISION, ARGOCD_APP_NAMESPACE } = run.io.env;
  const origin = {
    ...(ARGOCD_APP_NAME ? { application: ARGOCD_APP_NAME } : {}),
    ...(ARGOCD_APP_REVISION ? { revision: ARGOCD_APP_REVISION } : {}),
    ...(ARGOCD_APP_NAMESPACE ? { namespace: ARGOCD_APP_NAMESPACE } : {}),
  };
  return buildReport(first, last, {
    command,
    version: version(),
    runId: run.runId,
    server: run.cluster.server,
    context: run.cluster.context,
    traffic: { ...run.cluster.traffic(), looks: run.looks },
    startedAt: first.now,
    endedAt: Math.max(last.now, run.cluster.clock.now()),
    actions: rounds.acted.map(actionOf),
    evidence: rounds.evidence ?? [],
    found: [...found],
    operatorWaived: !run.options.waitOperator,
    strict: run.options.strict,
    ...(failure === undefined ? {} : { exit: failure.exit }),
    ...(Object.keys(origin).length === 0 ? {} : { origin }),
  });
}

export function actionOf({ step, at, result }: Acted): ActionReport {
  return {
    at: new Date(at).toISOString(),
    step: step.step,
    app: step.app,
    result,
    ...('id' in step ? { instance: step.id } : {}),
    ...('on' in step ? { object: `${step.on.kind}/${step.on.name}` } : {}),
  };
}
