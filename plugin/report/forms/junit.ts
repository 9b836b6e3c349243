import type { EvidenceReport, PoolReport, Report, SessionReport, Worded } from '../../model/report.ts';
import { element, escapeXml } from '../../text/xml.ts';
import { condense } from './columns.ts';
import { evidenceLines } from './summary.ts';

/**
 * JUnit XML, the form that Jenkins and GitLab read. A reason with an exit code is a failure, any other goes to system-out.
 * `time` is that of the run; a single case has none.
 */
export function renderJunit(report: Report): string {
  const suites = junitSuites(report);
  const seconds = (Date.parse(report.endedAt) - Date.parse(report.startedAt)) / 1000;
  const totals = {
    name: 'warmgate',
    ...counts(suites.flatMap(({ cases }) => cases)),
    time: seconds.toFixed(3),
  };
  const body = suites.map((suite) => suiteElement(suite, report.startedAt.slice(0, 19)));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', totals, ['\n', ...body])}\n`;
}

function suiteElement({ name, cases }: JunitSuite, timestamp: string): string {
  const attributes = { name, timestamp, ...counts(cases), skipped: 0, time: '0' };
  return `${element('testsuite', attributes, ['\n', ...cases.map(caseElement)])}\n`;
}

function caseElement({ name, classname, failures, codes, notes }: JunitCase): string {
  const why = { message: failures.join('; '), type: codes.join(' ') };
  const children = [
    ...(failures.length === 0 ? [] : [element('failure', why, [escapeXml(failures.join('\n'))])]),
    ...(notes.length === 0 ? [] : [element('system-out', {}, [escapeXml(notes.join('\n'))])]),
  ];
  return `  ${element('testcase', { name, classname, time: '0' }, children)}\n`;
}

function counts(cases: readonly JunitCase[]): { tests: number; failures: number; errors: number } {
  return {
    tests: cases.length,
    failures: cases.filter(({ failures }) => failures.length > 0).length,
    errors: 0,
  };
}

/** One test case of the JUnit output. It failed when `failures` holds a sentence. */
interface JunitCase {
  name: string;
  classname: string;
  failures: string[];
  /** Codes of the reasons that made it fail. */
  codes: string[];
  /** Warnings and what else is worth a line. */
  notes: string[];
}

interface JunitSuite {
  name: string;
  cases: JunitCase[];
}

/** A suite for the run, one a pool with a case for the pool and each instance, one for the live sessions. */
function junitSuites(report: Report): JunitSuite[] {
  const live = report.sessions.filter(({ phase }) => phase === 'live');
  const pools = report.pools.map((pool) => ({
    name: `pool ${pool.app}`,
    cases: poolCases(pool, report.evidence),
  }));
  const sessions = live.length === 0 ? [] : [{ name: 'sessions', cases: live.map(sessionCase) }];
  const others = [...pools, ...sessions];
  const said = others.some(({ cases }) => cases.some(({ failures }) => failures.length > 0));
  return [{ name: 'run', cases: [runCase(report, said)] }, ...others];
}

/** The run itself: failed by a reason of its own, or where it came to no verdict and no other case says so. */
function runCase({ command, reasons, operator, verdict, exit }: Report, said: boolean): JunitCase {
  const own = caseOf(command, 'warmgate', [...reasons, ...operator.reasons], verdict);
  return exit === 0 || said || own.failures.length > 0 ? own : { ...own, failures: [verdict] };
}

function poolCases(
  { app, instances, reasons }: PoolReport,
  evidence: readonly EvidenceReport[],
): JunitCase[] {
  const classname = `warmgate.${app}`;
  const each = instances.map((instance) => {
    const own = caseOf(`instance ${instance.id}`, classname, instance.reasons);
    const seen = evidence.filter((one) => one.app === app && one.instance === instance.id);
    return { ...own, notes: [...own.notes, ...seen.flatMap(linesOf)] };
  });
  return [caseOf(`pool ${app}`, classname, reasons), ...each];
}

function linesOf(evidence: EvidenceReport): string[] {
  const { head, events, log } = evidenceLines(evidence);
  return [head, ...events, ...log];
}

function sessionCase({ name, app, outcome, reasons }: SessionReport): JunitCase {
  return caseOf(`session ${name}`, `warmgate.${app}`, reasons, outcome);
}

function caseOf(name: string, classname: string, reasons: readonly Worded[], note?: string): JunitCase {
  const failing = reasons.filter(({ exit }) => exit !== 0);
  const warnings = condense(reasons.filter(({ exit }) => exit === 0));
  return {
    name,
    classname,
    failures: condense(failing),
    codes: [...new Set(failing.map(({ code }) => code))],
    notes: note === undefined ? warnings : [...warnings, note],
  };
}
