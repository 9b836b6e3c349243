import type { PoolReport, Report, SessionReport, Worded } from '../model/report.ts';
import { condense } from './condense.ts';
import { element, escapeXml } from './xml.ts';

interface Case {
  name: string;
  classname: string;
  reasons: readonly Worded[];
  /** Shown although nothing failed. */
  note?: string;
}

/**
 * JUnit XML (the form that Jenkins and GitLab read): a suite for the run, one a pool with a case for the pool and each
 * instance, one for the live sessions. A reason with an exit code is a failure, any other goes to system-out.
 */
export function renderJunit(report: Report): string {
  const seconds = (Date.parse(report.endedAt) - Date.parse(report.startedAt)) / 1000;
  const live = report.sessions.filter(({ phase }) => phase === 'live');
  const suites: [string, Case[]][] = [
    ['run', [runCase(report)]],
    ...report.pools.map((pool): [string, Case[]] => [`pool ${pool.app}`, poolCases(pool)]),
    ...(live.length === 0 ? [] : [['sessions', live.map(sessionCase)] satisfies [string, Case[]]]),
  ];
  const cases = suites.flatMap(([, list]) => list);
  const totals = {
    tests: cases.length,
    failures: cases.filter(isFailed).length,
    errors: 0,
    time: seconds.toFixed(3),
  };
  const body = suites.map(([name, list]) => suite(name, list, report.startedAt));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'warmgate', ...totals }, body)}\n`;
}

function suite(name: string, cases: readonly Case[], timestamp: string): string {
  const failures = cases.filter(isFailed).length;
  const counts = { tests: cases.length, failures, errors: 0, skipped: 0, time: '0' };
  return `\n${element('testsuite', { name, timestamp: timestamp.slice(0, 19), ...counts }, [...cases.map(testcase), '\n'])}\n`;
}

function testcase({ name, classname, reasons, note }: Case): string {
  const failing = condense(reasons.filter(({ exit }) => exit !== 0));
  const warnings = [
    ...condense(reasons.filter(({ exit }) => exit === 0)),
    ...(note === undefined ? [] : [note]),
  ];
  const children = [
    ...(failing.length === 0
      ? []
      : [
          element('failure', { message: failing.join('; '), type: codes(reasons) }, [
            escapeXml(failing.join('\n')),
          ]),
        ]),
    ...(warnings.length === 0 ? [] : [element('system-out', {}, [escapeXml(warnings.join('\n'))])]),
  ];
  return `\n  ${element('testcase', { name, classname, time: '0' }, children)}`;
}

function runCase({ command, reasons, operator, verdict }: Report): Case {
  return { name: command, classname: 'warmgate', reasons: [...reasons, ...operator.reasons], note: verdict };
}

function poolCases({ app, instances, reasons }: PoolReport): Case[] {
  const classname = `warmgate.${app}`;
  return [
    { name: `pool ${app}`, classname, reasons },
    ...instances.map(({ id, reasons: own }) => ({ name: `instance ${id}`, classname, reasons: own })),
  ];
}

function sessionCase({ name, app, outcome, reasons }: SessionReport): Case {
  return { name: `session ${name}`, classname: `warmgate.${app}`, reasons, note: outcome };
}

function codes(reasons: readonly Worded[]): string {
  return [...new Set(reasons.filter(({ exit }) => exit !== 0).map(({ code }) => code))].join(' ');
}

function isFailed({ reasons }: Case): boolean {
  return reasons.some(({ exit }) => exit !== 0);
}
