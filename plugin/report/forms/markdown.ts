import type { EvidenceReport, PoolReport, Report, Worded } from '../../model/report.ts';
import type { Column } from '../../text/grid.ts';
import { instanceColumns, sessionColumns } from './columns.ts';
import { advice, conduct, evidenceLines, liveLine, operatorLine, poolLine, runLine } from './summary.ts';

/** The report for a pull request or a job summary. Long tables are folded away. */
export function renderMarkdown(report: Report): string {
  const sign = report.exit === 0 ? '✅' : '❌';
  const blocks = [
    [`### ${sign} ${escapeMarkdown(report.verdict)}`],
    [`${escapeMarkdown(runLine(report))}; exit ${report.exit}`],
    ...report.pools.map(poolBlock),
    ...report.evidence.map(evidenceBlock),
    [`**${escapeMarkdown(liveLine(report))}**`],
    report.sessions.length === 0 ? [] : table(report.sessions, sessionColumns),
    [
      ...notes([...report.reasons, ...report.operator.reasons]),
      ...advice(report).map((line) => `- ${escapeMarkdown(line)}`),
    ],
    [`<sub>${escapeMarkdown(operatorLine(report))}<br>${escapeMarkdown(conduct(report))}</sub>`],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

const folded = 20;

function poolBlock(pool: PoolReport): string[] {
  const rows = table(pool.instances, instanceColumns);
  const summary = `<summary>${pool.instances.length} instances</summary>`;
  const body = rows.length <= folded ? rows : ['<details>', summary, '', ...rows, '', '</details>'];
  const parts = [[`**${escapeMarkdown(poolLine(pool))}**`], notes(pool.reasons), body];
  return parts.filter((part) => part.length > 0).flatMap((part, at) => (at === 0 ? part : ['', ...part]));
}

/** Indented, so that it is shown as it is and nothing in it is markup. */
function evidenceBlock(evidence: EvidenceReport): string[] {
  const { head, events, log } = evidenceLines(evidence);
  return [escapeMarkdown(head), '', ...[...events, ...log].map((text) => `    ${text}`)];
}

function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  if (rows.length === 0) return [];
  const used = columns.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(used.map(({ head }) => head.toLowerCase())),
    line(used.map(() => '---')),
    ...rows.map((row) => line(used.map(({ cell }) => escapeMarkdown(cell(row))))),
  ];
}

function notes(reasons: readonly Worded[]): string[] {
  return reasons.map(({ exit, text }) => `- ${exit === 0 ? '⚠️' : '❌'} ${escapeMarkdown(text)}`);
}

/** Cluster text must not become a link, a mention, HTML or another column; backquotes of our own sentences stay. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b')
    .replace(/[\\|*_[\]#!~]/g, '\\$&');
}
