import stringWidth from 'fast-string-width';
import type { Assessment, PoolAssessment } from '../../model/assessment.ts';
import { fill } from '../../model/sentence.ts';
import type { InstanceState } from '../../model/states.ts';
import { type Step, type StepKind, stepKinds, type WaitWhy, waits } from '../../model/steps.ts';
import { clean } from '../../text/clean.ts';
import { type Paint, painter, type TextOptions, type Tone } from '../../text/paint.ts';
import { stateCounts } from './summary.ts';

/**
 * One plain line for a round: `java-25: 2 claimed, 3 current, 5 stale; waiting for the operator to renew`.
 * Two rounds in which nothing changed give the same line, so that a caller need not print the second.
 */
export function progressLine(assessment: Assessment, steps: readonly Step[]): string {
  return [poolsPart(assessment.pools), stepsPart(steps)].filter((part) => part !== '').join('; ');
}

/** `  12 s  ` before a progress line. */
export function elapsed(ms: number): string {
  return `${String(Math.max(0, Math.round(ms / 1000))).padStart(4)} s`;
}

/** What a round does: waits in words, writes counted by their labels. */
function stepsPart(steps: readonly Step[]): string {
  const counts = new Map<StepKind, number>();
  const waiting: string[] = [];
  for (const step of steps) {
    if (step.step === 'wait') waiting.push(waitSentence(step.why, step.names));
    else counts.set(step.step, (counts.get(step.step) ?? 0) + 1);
  }
  const writes = [...counts].map(
    ([kind, count]) => (count === 1 ? '' : `${count} x `) + stepKinds[kind].label,
  );
  return [...writes, ...new Set(waiting)].join(', ');
}

const shownPools = 3;

function poolsPart(pools: readonly PoolAssessment[]): string {
  const open = pools.filter(({ converged }) => !converged);
  const shown = (pools.length <= shownPools ? pools : open.slice(0, shownPools)).map(
    (pool) => `${clean(pool.name, 63)}: ${stateCounts(pool.instances) || 'no instance'}`,
  );
  const rest = pools.length - shown.length;
  return [
    ...shown,
    ...(rest === 0 ? [] : [`${pools.length - open.length} of ${pools.length} pools converged`]),
  ].join('; ');
}

const shown = 3;

/** `waiting for 5 claims in flight: a, b, c and 2 more`. */
function waitSentence(why: WaitWhy, names: readonly string[]): string {
  const first = names.slice(0, shown).map((name) => clean(name, 63));
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  return fill(waits[why], { count: names.length, names: `${first.join(', ')}${more}` });
}

/** One sign an instance, so that a pool is a bar. */
const signs = {
  missing: { sign: '.', tone: 'bad' },
  incomplete: { sign: '!', tone: 'bad' },
  residue: { sign: '!', tone: 'bad' },
  stale: { sign: '○', tone: 'bad' },
  notReady: { sign: '◌', tone: 'warn' },
  closed: { sign: '◐', tone: 'warn' },
  current: { sign: '●', tone: 'good' },
  surplus: { sign: '+', tone: 'warn' },
  orphan: { sign: '?', tone: 'warn' },
  halfClaimed: { sign: '?', tone: 'bad' },
  claiming: { sign: '→', tone: 'plain' },
  ending: { sign: '←', tone: 'plain' },
  claimed: { sign: '■', tone: 'plain' },
} as const satisfies Record<InstanceState, { sign: string; tone: Tone }>;

const shownInBlock = 10;
const usualWidth = 80;

/**
 * Lines of a block that a terminal redraws in place: a bar a pool, what the run does, the time. No line is wider than the
 * terminal, so that their number is the block's height.
 */
export function liveBlock(
  assessment: Assessment,
  steps: readonly Step[],
  elapsedMs: number,
  { colour, width = usualWidth }: TextOptions,
): string[] {
  const paint = painter(colour);
  const { pools } = assessment;
  const shown =
    pools.length <= shownInBlock ? pools : pools.filter(({ converged }) => !converged).slice(0, shownInBlock);
  const names = Math.min(30, Math.max(0, ...shown.map(({ name }) => stringWidth(clean(name, 30)))));
  const rest = pools.length - shown.length;
  return [
    ...shown.map((pool) => bar(pool, names, width, paint)),
    ...(rest === 0 ? [] : [paint('dim', cut(`and ${rest} more pools`, width))]),
    cut(`${elapsed(elapsedMs)}  ${stepsPart(steps)}`, width),
  ];
}

/** Name, signs, counts; where the signs don't fit, the counts must do. */
function bar(pool: PoolAssessment, names: number, width: number, paint: Paint): string {
  const name = cut(clean(pool.name, 30).padEnd(names), width);
  const counts = stateCounts(pool.instances);
  const room = width - stringWidth(name) - 2;
  const fits = pool.instances.length + 2 + stringWidth(counts) <= room;
  const drawn = pool.instances.map(({ state }) => paint(signs[state].tone, signs[state].sign)).join('');
  return fits ? `${name}  ${drawn}  ${counts}` : cut(`${name}  ${counts}`, width);
}

function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (stringWidth(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
