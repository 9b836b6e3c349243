import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import type { Paint, Tone } from './paint.ts';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  readonly tone?: (row: Row) => Tone;
}

const gap = '  ';
const narrowest = 30;

/**
 * Rows in aligned columns, one line a row; empty columns are left out, the last column is as long as it is. With `width`
 * (terminal columns) that last one is folded under itself, or below its row where there is no room beside.
 */
export function grid<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  paint: Paint,
  width?: number,
): string[] {
  const used = columns.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const widths = used.map(({ head, cell }) => widest([head, ...rows.map(cell)]));
  const start = widths.slice(0, -1).reduce((sum, each) => sum + each + gap.length, gap.length);
  const line = (texts: readonly string[], painted: (text: string, at: number) => string): string => {
    const cells = texts.slice(0, -1).map((text, at) => painted(text, at) + padding(text, widths[at] ?? 0));
    const last = folded(texts.at(-1) ?? '', start, width);
    const tail = last === '' ? '' : painted(last, texts.length - 1);
    return `${gap}${[...cells, tail].join(gap)}`.replaceAll(/ +(?=\n|$)/g, '');
  };
  return [
    line(
      used.map(({ head }) => head),
      (text) => paint('dim', text),
    ),
    ...rows.map((row) =>
      line(
        used.map(({ cell }) => cell(row)),
        (text, at) => paint(used[at]?.tone?.(row) ?? 'plain', text),
      ),
    ),
  ];
}

/** Text that starts `indent` columns from the left, on a terminal folded under its own beginning; else as long as it is. */
export function hanging(text: string, indent: number, width: number | undefined): string {
  if (width === undefined) return text;
  return wrapAnsi(text, Math.max(narrowest, width - indent), { hard: true }).replaceAll(
    '\n',
    `\n${' '.repeat(indent)}`,
  );
}

function folded(text: string, start: number, width: number | undefined): string {
  if (width === undefined || text === '' || stringWidth(text) <= width - start) return text;
  if (width - start >= narrowest) return hanging(text, start, width);
  const left = 3 * gap.length;
  return `\n${' '.repeat(left)}${hanging(text, left, width)}`;
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0);
}

function padding(text: string, width: number): string {
  return ' '.repeat(width - stringWidth(text));
}
