import { ApiError } from '../cluster/port.ts';
import type { Assessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import type { Report } from '../model/report.ts';
import { eventNoteBytes, oneLine } from '../report/forms/summary.ts';
import { historyKey, reportConfigMap, type VerdictLine } from '../theia/verdicts.ts';
import type { Run } from './open-run.ts';

const keptReports = 10;
const mostCharacters = 500_000;

/**
 * The verdict where people look: an Event on each AppDefinition, the ConfigMap `warmgate-report` with a bounded history.
 * A run that had nothing to do and nothing to say writes nothing. Missing permission is no failure.
 */
export async function leaveTrace(run: Run, report: Report, last: Assessment): Promise<void> {
  const warns = report.pools.some((pool) => pool.reasons.some((reason) => reason.code === 'gateKept'));
  const silent = report.command === 'check' || (report.exit === 0 && report.actions.length === 0 && !warns);
  if (silent || run.io.stop.aborted) return;
  const events = report.pools
    .filter((pool) => concerns(report, pool))
    .map((pool) => {
      const app = last.pools.find((each) => each.name === pool.app)?.app;
      return app === undefined ? Promise.resolve() : tolerate(run, writeEvent(run, report, app));
    });
  await Promise.all([...events, tolerate(run, writeHistory(run, report))]);
}

/** Of `guard` and `open` only what they did is news; the verdict of a verify is about every pool. */
function concerns(report: Report, { app, reasons }: Report['pools'][number]): boolean {
  return (
    report.command === 'verify' ||
    report.actions.some((action) => action.app === app) ||
    reasons.some(({ code }) => code === 'gateKept')
  );
}

async function writeEvent(run: Run, report: Report, app: KubeObject): Promise<void> {
  const { namespace } = run.place;
  const time = report.endedAt;
  await run.cluster.create('Event', namespace, {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { generateName: 'warmgate-', namespace },
    involvedObject: {
      apiVersion: app.apiVersion,
      kind: app.kind,
      name: app.metadata.name,
      namespace,
      uid: app.metadata.uid,
    },
    ...verdictOf(report, app.metadata.name),
    message: oneLine(report, eventNoteBytes),
    source: { component: 'warmgate' },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  });
}

/** A gate that stays closed is a warning, also from `open`, whose exit code never fails a hook. */
function verdictOf(report: Report, name: string): { type: 'Normal' | 'Warning'; reason: string } {
  const pool = report.pools.find((each) => each.app === name);
  const kept = pool?.reasons.some((reason) => reason.code === 'gateKept') === true;
  if (kept) return { type: 'Warning', reason: 'GateKeptClosed' };
  if (report.command === 'guard') return { type: 'Normal', reason: 'PoolGuarded' };
  if (report.command === 'open') return { type: 'Normal', reason: 'GateOpened' };
  const good = report.exit === 0 || pool?.converged === true;
  return good ? { type: 'Normal', reason: 'PoolConverged' } : { type: 'Warning', reason: 'PoolNotConverged' };
}

async function writeHistory(run: Run, report: Report): Promise<void> {
  const { namespace } = run.place;
  const found = await run.cluster.get('ConfigMap', namespace, reportConfigMap);
  const line: VerdictLine = {
    at: report.endedAt,
    command: report.command,
    exit: report.exit,
    verdict: report.verdict,
    run: report.runId,
    converged: report.pools.filter(({ converged }) => converged).map(({ app }) => app),
  };
  const before = (found?.data?.[historyKey] ?? '').split('\n').filter((each) => each !== '');
  const data = {
    [historyKey]: `${[...before, JSON.stringify(line)].slice(-keptReports).join('\n')}\n`,
    'report.json': bounded(report),
  };
  if (found === undefined) {
    const metadata = { name: reportConfigMap, labels: { 'app.kubernetes.io/managed-by': 'warmgate' } };
    await run.cluster.create('ConfigMap', namespace, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data });
    return;
  }
  const { resourceVersion } = found.metadata;
  await run.cluster.patch('ConfigMap', namespace, reportConfigMap, 'merge', {
    metadata: { resourceVersion },
    data,
  });
}

/** A ConfigMap holds 1 MiB in all: of a report that is too long the actions and instances go, not the end of the text. */
function bounded(report: Report): string {
  const whole = JSON.stringify(report);
  if (whole.length <= mostCharacters) return whole;
  const pools = report.pools.map((pool) => ({ ...pool, instances: [] }));
  return JSON.stringify({ ...report, actions: [], evidence: [], sessions: [], pools });
}

async function tolerate(run: Run, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (run.options.verbose)
      run.io.err(`warmgate: no trace left: ${error.verb} ${error.resource}: ${error.reason}\n`);
  }
}
