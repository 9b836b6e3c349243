import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { Column } from './columns.ts';
import type { Paint } from './paint.ts';

const indent = '  ';
const narrowest = 24;

/**
 * Rows in aligned columns, one line a row; empty columns are left out, the last column is as long as it is. With `width`
 * (terminal columns) that last one is wrapped under itself instead of by the terminal.
 */
export function grid<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  paint: Paint,
  width?: number,
): string[] {
  const used = columns.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const widths = used.map(({ head, cell }) =>
    Math.max(...[head, ...rows.map(cell)].map((text) => stringWidth(text))),
  );
  const lastStart = widths.slice(0, -1).reduce((sum, each) => sum + each + indent.length, indent.length);
  const fold = (text: string): string => folded(text, lastStart, width);
  const line = (texts: readonly string[], painted: (text: string, at: number) => string): string =>
    texts
      .map((text, at) => {
        const last = at === texts.length - 1;
        const padding = last ? '' : ' '.repeat((widths[at] ?? 0) - stringWidth(text));
        return `${indent}${painted(last ? fold(text) : text, at)}${padding}`;
      })
      .join('')
      .trimEnd();
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

function folded(text: string, start: number, width: number | undefined): string {
  if (width === undefined) return text;
  const room = Math.max(narrowest, width - start);
  return wrapAnsi(text, room, { hard: true }).replaceAll('\n', `\n${' '.repeat(start)}`);
}
