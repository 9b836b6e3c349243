import type { Ground } from '../harness/ground.ts';
import { onStage } from '../harness/play.ts';
import { prepare } from '../harness/stage.ts';
import type { Fate } from './fate.ts';
import { perRound, planRounds, type RoundPlan } from './plan.ts';
import { playRound, type RoundResult } from './round.ts';
import type { Way } from './ways.ts';

/** How many times the rounds that should do are played at most. */
const mostRepeats = { some: 5, any: 2, none: 3 } as const;

/**
 * Rounds until the wanted number of sessions have been started. A way that must break some goes on while it has broken none, so that
 * one lucky run proves nothing; no way goes on for ever.
 */
export async function playRow(
  way: Way,
  wanted: number,
  seed: number,
  makeGround: () => Promise<Ground>,
  say: (line: string) => void,
): Promise<Row> {
  const begun = performance.now();
  const row: Row = {
    way,
    wanted,
    sessions: 0,
    broken: [],
    met: 0,
    old: 0,
    rounds: 0,
    unfinished: [],
    seconds: 0,
  };
  const given = { apps: [{ name: 'java', min: 10, max: 1000 }] };
  await onStage(await makeGround(), given, async (stage) => {
    await prepare(stage);
    const plans = planRounds(Math.ceil(wanted / perRound), way.closes, seed);
    while (row.rounds < plans.length * mostRepeats[way.expected] && !isEnough(row)) {
      const plan = plans[row.rounds % plans.length] as RoundPlan;
      const result = await playRound(stage, way, plan, row.rounds + 1);
      add(row, result);
      say(storyOf(row, plan, result));
    }
  });
  row.seconds = (performance.now() - begun) / 1000;
  return row;
}

function isEnough({ way, wanted, sessions, broken }: Row): boolean {
  return sessions >= wanted && (way.expected !== 'some' || broken.length > 0);
}

function add(row: Row, { fates, outcome }: RoundResult): void {
  row.rounds += 1;
  row.sessions += fates.length;
  row.met += fates.filter(({ met }) => met).length;
  row.broken.push(...fates.filter(({ broken }) => broken.length > 0));
  row.old += fates.filter(({ broken, old }) => broken.length === 0 && old).length;
  if (outcome !== 'renewed') row.unfinished.push(outcome);
}

function storyOf(
  { way, rounds }: Row,
  { gapMs, offsetMs, after }: RoundPlan,
  { fates, outcome }: RoundResult,
): string {
  const broken = fates.filter(({ broken }) => broken.length > 0);
  const met = fates.filter((fate) => fate.met).length;
  return [
    `${way.name} ${rounds}: gap ${gapMs}, offset ${offsetMs} after ${after}: ${outcome}, ${fates.length} sessions, ${met} met the closing`,
    ...broken.map(({ name, broken: faults }) => `  ${name}: ${faults.join(', ')}`),
  ].join('\n');
}

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

/** The table of docs/theia-cloud.md#ways-of-renewing, with what it took. */
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
