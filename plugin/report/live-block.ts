import stringWidth from 'fast-string-width';
import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import type { InstanceState } from '../model/states.ts';
import type { Step } from '../model/steps.ts';
import { clean } from './clean.ts';
import type { Tone } from './columns.ts';
import { type Paint, painter } from './paint.ts';
import { elapsed, stepsPart } from './progress.ts';
import { stateCounts } from './state-counts.ts';
import type { TextOptions } from './text.ts';

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

const shownPools = 10;
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
    pools.length <= shownPools ? pools : pools.filter(({ converged }) => !converged).slice(0, shownPools);
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
