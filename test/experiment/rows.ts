import type { Fate } from './fate.ts';
import type { Way } from './way.ts';

/** What all rounds of one way came to. */
export interface Row {
  way: Pick<Way, 'name' | 'expected'>;
  /** Sessions that it was to have. */
  wanted: number;
  sessions: number;
  broken: Fate[];
  /** Sessions that were being handled while a gate closed. */
  met: number;
  /** Handled whole, with an image older than the AppDefinition's. */
  old: number;
  rounds: number;
  /** Rounds that did not end with a renewed pool, and why. */
  unfinished: string[];
  seconds: number;
}

/** The table of theia-cloud.md section 4, with what it took. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ way, sessions, broken, met, old, rounds, unfinished, seconds }) => [
    way.name,
    sessions,
    broken.length,
    met,
    old,
    unfinished.length === 0 ? `${rounds}` : `${rounds} (${unfinished.length} unfinished)`,
    seconds.toFixed(0),
  ]);
  const lines = [
    [
      'way of renewing a stale pool of 10',
      'sessions',
      'broken',
      'met the closing',
      'old image',
      'rounds',
      'seconds',
    ],
    ['---', '---', '---', '---', '---', '---', '---'],
    ...cells,
  ];
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

/** Why the experiment does not prove what it should; empty when it does. */
export function objections(rows: readonly Row[]): string[] {
  if (rows.length === 0) return ['no way at all'];
  return rows.flatMap(({ way, wanted, broken, sessions, rounds, unfinished }) => {
    if (sessions < wanted) return [`${way.name}: ${sessions} sessions, not ${wanted}`];
    if (way.expected === 'some' && broken.length === 0)
      return [`${way.name}: broke nobody, so the ground is too kind`];
    if (way.expected !== 'none') return [];
    return [
      ...broken.map(({ name, broken: faults }) => `${way.name}: broke ${name}: ${faults.join(', ')}`),
      ...(unfinished.length * 4 > rounds
        ? [`${way.name}: ${unfinished.length} of ${rounds} rounds did not end renewed`]
        : []),
    ];
  });
}
