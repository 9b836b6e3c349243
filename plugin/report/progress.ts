import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import { type Step, type StepKind, stepKinds } from '../model/steps.ts';
import { clean } from './clean.ts';
import { stateCounts } from './state-counts.ts';
import { waitSentence } from './wait-words.ts';

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
export function stepsPart(steps: readonly Step[]): string {
  const counts = new Map<StepKind, number>();
  const waits: string[] = [];
  for (const step of steps) {
    if (step.step === 'wait') waits.push(waitSentence(step.why, step.names));
    else counts.set(step.step, (counts.get(step.step) ?? 0) + 1);
  }
  const writes = [...counts].map(
    ([kind, count]) => (count === 1 ? '' : `${count} x `) + stepKinds[kind].label,
  );
  return [...writes, ...new Set(waits)].join(', ');
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
