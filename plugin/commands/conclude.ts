import type { Acted } from '../act/acting.ts';
import type { Exit } from '../model/exits.ts';
import type { ActionReport, EvidenceReport, Report } from '../model/report.ts';
import type { RunError } from '../model/run-error.ts';
import { buildReport } from '../report/building/report.ts';
import type { RunState } from '../run/state.ts';
import { deliver } from './deliver.ts';
import { ending, type Run } from './open-run.ts';
import { leaveTrace } from './trace.ts';
import { version } from './version.ts';

/** What a command's work left: no state where it failed before its first look was over. */
export interface Left {
  state?: Pick<RunState, 'first' | 'last' | 'looks' | 'acted' | 'findings'>;
  evidence?: EvidenceReport[];
  failure?: unknown;
}

/**
 * Does `work`, then says it, whatever happened: a run that is stopped or fails still flushes what it knows
 * (docs/architecture.md#verify-step-9). Returns the exit code.
 */
export async function conclude(
  command: Report['command'],
  run: Run,
  work: () => Promise<Left>,
): Promise<Exit> {
  const left = await work().catch((failure: unknown): Left => ({ failure }));
  const { state } = left;
  const failure = left.failure === undefined ? undefined : await ending(left.failure, run);
  run.progress.end();
  try {
    if (failure !== undefined) run.io.err(`warmgate: ${failure.message}\n`);
    // What the caller did wrong is no verdict; and a guard that had nothing to look at has done its work.
    if (failure?.exit === 2 || state === undefined) return failure?.exit ?? 0;
    const report = reportOf(command, run, state, left.evidence, failure);
    // What was pinned belongs to another release now, which leaves its own verdict.
    if (failure === undefined && report.exit !== 5) await leaveTrace(run, report, state.last);
    await deliver(report, run.options, run.io);
    return report.exit;
  } finally {
    await run.cluster.close();
  }
}

function reportOf(
  command: Report['command'],
  run: Run,
  { first, last, looks, acted, findings }: NonNullable<Left['state']>,
  evidence: EvidenceReport[] | undefined,
  failure: RunError | undefined,
): Report {
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
    traffic: { ...run.cluster.traffic(), looks },
    startedAt: first.now,
    endedAt: Math.max(last.now, run.cluster.clock.now()),
    actions: acted.map(actionOf),
    evidence: evidence ?? [],
    found: [...findings],
    operatorWaived: !run.options.waitOperator,
    strict: run.options.strict,
    ...(failure === undefined ? {} : { exit: failure.exit }),
    ...(Object.keys(origin).length === 0 ? {} : { origin }),
  });
}

function actionOf({ step, at, result }: Acted): ActionReport {
  return {
    at: new Date(at).toISOString(),
    step: step.step,
    app: step.app,
    result,
    ...('id' in step ? { instance: step.id } : {}),
    ...('on' in step ? { object: `${step.on.kind}/${step.on.name}` } : {}),
  };
}
