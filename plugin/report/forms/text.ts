import type { EvidenceReport, PoolReport, Report, Worded } from '../../model/report.ts';
import { grid, hanging } from '../../text/grid.ts';
import { type Paint, painter, type TextOptions, type Tone } from '../../text/paint.ts';
import { instanceColumns, reasonsTone, sessionColumns } from './columns.ts';
import { advice, conduct, evidenceLines, liveLine, operatorLine, poolLine, runLine } from './summary.ts';

interface Page {
  paint: Paint;
  width: number | undefined;
}

/** The whole report for people: a pool's header and one line an instance, the sessions, the verdict last. */
export function renderText(report: Report, { colour, width }: TextOptions): string {
  const page: Page = { paint: painter(colour), width };
  const blocks = [
    [
      line(runLine(report), 'head', page),
      line(operatorLine(report), 'dim', page),
      ...marks(report.operator.reasons, page),
    ],
    ...report.pools.map((pool) => poolBlock(pool, page)),
    ...report.evidence.map((each) => evidenceBlock(each, page)),
    sessionsBlock(report, page),
    [
      line(conduct(report), 'dim', page),
      ...marks(report.reasons, page),
      ...advice(report).map((text) => line(text, 'plain', page)),
    ],
    [line(`${report.verdict} (exit ${report.exit})`, report.exit === 0 ? 'good' : 'bad', page)],
  ];
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function evidenceBlock(evidence: EvidenceReport, page: Page): string[] {
  const { head, events, log } = evidenceLines(evidence);
  return [
    line(head, 'plain', page),
    ...events.map((text) => line(`  ${text}`, 'plain', page)),
    ...log.map((text) => line(`  ${text}`, 'dim', page)),
  ];
}

function poolBlock(pool: PoolReport, page: Page): string[] {
  const rows =
    pool.instances.length === 0 ? [] : grid(pool.instances, instanceColumns, page.paint, page.width);
  return [line(poolLine(pool), pool.converged ? 'good' : 'bad', page), ...marks(pool.reasons, page), ...rows];
}

function sessionsBlock(report: Report, page: Page): string[] {
  const { sessions, liveSessions } = report;
  const rows = sessions.length === 0 ? [] : grid(sessions, sessionColumns, page.paint, page.width);
  const tone = liveSessions.harmed > 0 ? 'bad' : liveSessions.mended > 0 ? 'warn' : 'good';
  return [...rows, line(liveLine(report), tone, page)];
}

/** `!` fails the run, `-` does not: told apart without colour too. */
function marks(reasons: readonly Worded[], page: Page): string[] {
  return reasons.map((reason) =>
    line(`  ${reason.exit === 0 ? '-' : '!'} ${reason.text}`, reasonsTone([reason]), page),
  );
}

function line(text: string, tone: Tone | 'head', { paint, width }: Page): string {
  const indent = text.length - text.trimStart().length;
  return `${' '.repeat(indent)}${paint(tone, hanging(text.trimStart(), indent + 2, width))}`;
}
