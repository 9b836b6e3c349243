import type { Assessment, SessionAssessment } from '../../model/assessment.ts';
import { type Exit, worstExit } from '../../model/exits.ts';
import { partKey } from '../../model/parts.ts';
import { because, type Reason } from '../../model/reasons.ts';
import type {
  ActionReport,
  EvidenceReport,
  OperatorReport,
  Report,
  SessionReport,
} from '../../model/report.ts';
import type { StepKind } from '../../model/steps.ts';
import type { Scales } from '../../model/weigh.ts';
import { clean, mask } from '../../text/clean.ts';
import { allReasons } from '../forms/summary.ts';
import { buildPool } from './pool.ts';
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

/**
 * One session as it ended, its parts compared by UID with the first look. Its user appears nowhere: of the Session's own
 * object nothing is read.
 */
function buildSession(
  first: SessionAssessment | undefined,
  last: SessionAssessment,
  actions: readonly ActionReport[],
  scales: Scales,
): SessionReport {
  const did = (step: StepKind): boolean =>
    actions.some(
      (action) =>
        action.step === step &&
        action.result === 'done' &&
        action.app === last.app &&
        action.instance === last.instanceId,
    );
  const now = new Map(last.parts.map((part) => [partKey(part), part.object.metadata.uid]));
  const compared = first?.parts ?? [];
  const mended = did('mend') && last.allowList === 'right';
  return {
    name: clean(last.name, 63),
    uid: clean(last.uid, 63),
    app: clean(last.app, 63),
    phase: last.phase,
    start: last.start,
    ...(last.instanceId === undefined ? {} : { instance: last.instanceId }),
    outcome: last.outcome === 'untouched' && mended ? 'mended' : last.outcome,
    partsCompared: compared.length,
    partsSame: compared.filter((part) => now.get(partKey(part)) === part.object.metadata.uid).length,
    allowList: mended ? 'mended' : last.allowList,
    claim: claimOf(last, did('complete')),
    misrouted: last.reasons.some(({ code }) => code === 'misrouted'),
    reasons: [...last.reasons, ...(mended ? [because('listMended')] : [])].map((reason) =>
      worded(reason, scales),
    ),
  };
}

function claimOf({ phase, start, uncovered }: SessionAssessment, completed: boolean): SessionReport['claim'] {
  if (phase !== 'live' || start === 'lazy') return 'none';
  if (uncovered.length > 0) return 'incomplete';
  return completed ? 'completed' : 'complete';
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
