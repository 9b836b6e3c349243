import type { Report } from '../model/report.ts';
import { type JunitCase, type JunitSuite, junitSuites } from './junit-cases.ts';
import { element, escapeXml } from './xml.ts';

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
