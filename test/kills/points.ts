import { seeded } from '../../plugin/lab/api/random.ts';
import type { KillPoint } from './kill-case.ts';

/** Every write of a run, before and after it is carried out. */
export function pointsOf(writes: number): KillPoint[] {
  return Array.from({ length: writes }, (_, at) => at + 1).flatMap((write) => [
    { write, phase: 'before' as const },
    { write, phase: 'after' as const },
  ]);
}

/** Some of them, the same for the same seed. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = seeded(seed);
  return all
    .map((each) => ({ each, key: random() }))
    .sort((one, other) => one.key - other.key)
    .slice(0, count)
    .map(({ each }) => each);
}
