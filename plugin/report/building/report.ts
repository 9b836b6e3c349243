import type { Assessment } from '../../model/assessment.ts';
import { type Exit, worstExit } from '../../model/exits.ts';
import { because, type Reason } from '../../model/reasons.ts';
import type { ActionReport, EvidenceReport, OperatorReport, Report } from '../../model/report.ts';
import type { Scales } from '../../model/weigh.ts';
import { clean } from '../../text/clean.ts';
import { allReasons } from '../forms/summary.ts';
import { buildPool } from './pool.ts';
import { buildSession } from './session.ts';
import { verdict, worded } from './verdict.ts';

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
      notJudged: count('notJudged'),
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

/** What a run knows of itself and no look shows. */
export interface RunFacts
  extends Pick<Report, 'command' | 'version' | 'runId' | 'server' | 'context' | 'traffic'> {
  /** Milliseconds since 1970 on the server's clock. */
  startedAt: number;
  endedAt: number;
  /** Steps carried out, in order. */
  actions: readonly ActionReport[];
  /** Reasons that no look gives: why it gave up, what it may not do. With `app` about that pool, else about the run. */
  found: readonly { app?: string; reason: Reason }[];
  evidence?: readonly EvidenceReport[];
  /** `--no-wait-operator`. */
  operatorWaived: boolean;
  /** `--strict` of guard. */
  strict?: boolean;
  /** What the run itself ended with, when it did not come to a verdict: 4 for interrupted. */
  exit?: Exit;
  origin?: NonNullable<Report['origin']>;
}

/** Ways in which programs print credentials; what is known to be none (a digest, a UID, an object's name) is left. */
const credentials: readonly [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '(hidden)'],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, '$1 (hidden)'],
  [/:\/\/[^\s/@]+@/g, '://(hidden)@'],
  [
    /((?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|cookie|credentials?|authorization)["']?\s*[:=]\s*)(?!(?:bearer|basic)\b|\(hidden\))(?:"[^"]*"|'[^']*'|[^\s,;&]+)/gi,
    '$1(hidden)',
  ],
  [/(?<!sha256:|[\w+=])(?=[A-Za-z0-9+_=]*\d)(?=[A-Za-z0-9+_=]*[A-Za-z])[A-Za-z0-9+_=]{32,}/g, '(hidden)'],
];

/**
 * A line that a program or the kubelet wrote: cleaned like any text, and without what looks like a credential. The only
 * free text of a report, so it errs on hiding too much.
 */
export function mask(text: string, max = 200): string {
  const cleaned = clean(text, 2000);
  return clean(
    credentials.reduce((rest, [what, put]) => rest.replace(what, put), cleaned),
    max,
  );
}
