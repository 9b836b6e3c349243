import type { EvidenceReport, PoolReport, Report, Worded } from '../model/report.ts';
import { advice } from './advice.ts';
import { type Column, instanceColumns, reasonsTone, sessionColumns } from './columns.ts';
import { evidenceLines } from './evidence-lines.ts';
import { style } from './html-style.ts';
import { conduct, liveLine, operatorLine, poolLine, runLine } from './summary.ts';
import { element, escapeXml } from './xml.ts';

/** The report as one page that needs nothing else: no script, no request, readable in light and dark. */
export function renderHtml(report: Report): string {
  const title = escapeXml(`warmgate ${report.command}: ${report.verdict}`);
  const head = [
    '<meta charset="utf-8"/>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>`,
    element('title', {}, [title]),
    element('style', {}, [style]),
  ];
  const body = [
    element('h1', { class: report.exit === 0 ? 'good' : 'bad' }, [escapeXml(report.verdict)]),
    paragraph(`${runLine(report)}; exit ${report.exit}; ${report.startedAt}`),
    ...report.pools.flatMap(poolSection),
    ...report.evidence.flatMap(evidenceSection),
    element('h2', {}, [escapeXml(liveLine(report))]),
    ...table(report.sessions, sessionColumns),
    ...notes([...report.reasons, ...report.operator.reasons]),
    ...advice(report).map(paragraph),
    element('footer', {}, [paragraph(operatorLine(report)), paragraph(conduct(report))]),
  ];
  const page = element('html', { lang: 'en' }, [element('head', {}, head), '\n', element('body', {}, body)]);
  return `<!doctype html>\n${page}\n`;
}

function poolSection(pool: PoolReport): string[] {
  const head = element('h2', { class: pool.converged ? 'good' : 'bad' }, [escapeXml(poolLine(pool))]);
  return [head, ...notes(pool.reasons), ...table(pool.instances, instanceColumns)];
}

function evidenceSection(evidence: EvidenceReport): string[] {
  const { head, events, log } = evidenceLines(evidence);
  return [paragraph(head), element('pre', {}, [escapeXml([...events, ...log].join('\n'))])];
}

function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  if (rows.length === 0) return [];
  const used = columns.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const head = used.map(({ head: text }) => element('th', {}, [escapeXml(text.toLowerCase())]));
  const lines = rows.map((row) =>
    element(
      'tr',
      {},
      used.map(({ cell, tone }) =>
        element('td', { class: tone?.(row) ?? 'plain' }, [escapeXml(cell(row)), '']),
      ),
    ),
  );
  return [`\n${element('table', {}, [element('tr', {}, head), '\n', lines.join('\n')])}\n`];
}

function notes(reasons: readonly Worded[]): string[] {
  if (reasons.length === 0) return [];
  return [
    element(
      'ul',
      {},
      reasons.map((each) => element('li', { class: reasonsTone([each]) }, [escapeXml(each.text)])),
    ),
  ];
}

function paragraph(text: string): string {
  return element('p', {}, [escapeXml(text)]);
}
