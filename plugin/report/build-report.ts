import type { Assessment } from '../model/assessment.ts';
import { type Exit, worstExit } from '../model/exits.ts';
import { because } from '../model/reasons.ts';
import type { OperatorReport, Report } from '../model/report.ts';
import { allReasons } from './all-reasons.ts';
import { buildPool } from './build-pool.ts';
import { buildSession } from './build-session.ts';
import { clean } from './clean.ts';
import type { RunFacts } from './facts.ts';
import { mask } from './mask.ts';
import { verdict } from './verdict.ts';
import { type Scales, worded } from './weigh.ts';

/**
 * The report of a run: how it ended (`last`), against its first look (`first`; the same value when there was one), and what
 * was done between. Pure; every text from the cluster comes out cleaned.
 */
export function buildReport(first: Assessment, last: Assessment, facts: RunFacts): Report {
  const { command, actions, found } = facts;
  const { operatorWaived, strict = false } = facts;
  const scales: Scales = { command, operatorWaived, strict };
  const pools = last.pools.map((pool) => {
    const before = first.pools.find(({ uid }) => uid === pool.uid);
    const own = found.filter(({ app }) => app === pool.name).map(({ reason }) => reason);
    return buildPool(before, pool, own, actions, scales);
  });
  const sessions = last.sessions.map((session) => {
    const before = first === last ? undefined : first.sessions.find(({ uid }) => uid === session.uid);
    return buildSession(before, session, actions, scales);
  });
  const live = sessions.filter(({ phase }) => phase === 'live');
  const named = new Set(last.pools.map(({ name }) => name));
  const general = found.filter(({ app }) => app === undefined || !named.has(app)).map(({ reason }) => reason);
  const count = (outcome: string): number => live.filter((session) => session.outcome === outcome).length;
  const report: Report = {
    apiVersion: 'warmgate/v1',
    kind: 'Report',
    command,
    version: facts.version,
    runId: clean(facts.runId, 63),
    server: clean(facts.server),
    context: clean(facts.context),
    namespace: clean(last.namespace, 63),
    startedAt: rfc3339(facts.startedAt),
    endedAt: rfc3339(facts.endedAt),
    exit: 0,
    verdict: '',
    operator: buildOperator(last, scales),
    pools,
    sessions,
    liveSessions: {
      total: live.length,
      untouched: count('untouched'),
      mended: count('mended'),
      harmed: count('harmed'),
    },
    actions: actions.map((action) => ({ ...action, ...cleaned(action) })),
    evidence: (facts.evidence ?? []).map((each) => ({
      ...cleaned(each),
      events: each.events.map((text) => mask(text)),
      log: each.log.map((text) => mask(text)),
    })),
    traffic: facts.traffic,
    reasons: [...last.reasons, ...general].map((reason) => worded(reason, scales)),
    ...(facts.origin === undefined ? {} : { origin: cleaned(facts.origin) }),
  };
  const exit = worstExit([facts.exit ?? 0, ...exitsOf(report)]);
  return { ...report, exit, verdict: verdict({ ...report, exit }) };
}

/** Codes of every reason; a pool that is not converged is 1 even if no reason should say so. */
function exitsOf(report: Report): Exit[] {
  const judging = report.command === 'verify' || report.command === 'check';
  return [
    ...allReasons(report).map(({ exit }) => exit),
    ...report.pools.map(({ converged }): Exit => (judging && !converged ? 1 : 0)),
  ];
}

function buildOperator({ operator }: Assessment, scales: Scales): OperatorReport {
  const { kind, active, plausible, eagerStart, keycloak, learnedFrom, image } = operator;
  const waived = scales.operatorWaived ? [because('operatorNotVerified')] : [];
  return {
    kind,
    verified: !scales.operatorWaived && (active || plausible),
    eagerStart,
    keycloak,
    learnedFrom,
    ...(image === undefined ? {} : { image: clean(image) }),
    reasons: [...operator.reasons, ...waived].map((reason) => worded(reason, scales)),
  };
}

function rfc3339(ms: number): string {
  return new Date(ms).toISOString();
}

function cleaned<T extends object>(texts: T): T {
  const entries = Object.entries(texts).map(([key, value]) => [
    key,
    typeof value === 'string' ? clean(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}
