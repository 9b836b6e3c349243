import wrapAnsi from 'wrap-ansi';
import type { PoolReport, Report } from '../model/report.ts';
import { advice } from './advice.ts';
import { instanceColumns, reasonsTone, sessionColumns } from './columns.ts';
import { grid } from './grid.ts';
import { type Paint, painter } from './paint.ts';
import { conduct, liveLine, operatorLine, poolLine, runLine } from './summary.ts';

export interface TextOptions {
  colour: boolean;
  /** Columns of the terminal; absent when piped, and then no line is ever wrapped. */
  width?: number;
}

/** The whole report for people: a pool's header and one line an instance, the sessions, the verdict last. */
export function renderText(report: Report, { colour, width }: TextOptions): string {
  const paint = painter(colour);
  const blocks = [
    [
      paint('head', runLine(report)),
      paint('dim', operatorLine(report)),
      ...marks(report.operator.reasons, paint),
    ],
    ...report.pools.map((pool) => poolBlock(pool, paint, width)),
    sessionsBlock(report, paint, width),
    [paint('dim', conduct(report)), ...marks(report.reasons, paint), ...advice(report)],
    [paint(report.exit === 0 ? 'good' : 'bad', `${report.verdict} (exit ${report.exit})`)],
  ];
  const lines = blocks.filter((block) => block.length > 0).flatMap((block) => ['', ...block.flatMap(split)]);
  return `${lines
    .slice(1)
    .map((line) => fold(line, width))
    .join('\n')}\n`;
}

function poolBlock(pool: PoolReport, paint: Paint, width: number | undefined): string[] {
  const rows = pool.instances.length === 0 ? [] : grid(pool.instances, instanceColumns, paint, width);
  const tone = pool.converged ? 'good' : 'bad';
  return [paint(tone, poolLine(pool)), ...marks(pool.reasons, paint), ...rows];
}

function sessionsBlock(report: Report, paint: Paint, width: number | undefined): string[] {
  const { sessions, liveSessions } = report;
  const rows = sessions.length === 0 ? [] : grid(sessions, sessionColumns, paint, width);
  const tone = liveSessions.harmed > 0 ? 'bad' : liveSessions.mended > 0 ? 'warn' : 'good';
  return [...rows, paint(tone, liveLine(report))];
}

function marks(reasons: PoolReport['reasons'], paint: Paint): string[] {
  return reasons.map((reason) => `  ${paint(reasonsTone([reason]), `! ${reason.text}`)}`);
}

function split(line: string): string[] {
  return line.split('\n');
}

function fold(line: string, width: number | undefined): string {
  return width === undefined ? line : wrapAnsi(line, width, { hard: true, trim: false });
}
