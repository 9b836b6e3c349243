import { seeded } from '../../plugin/lab/api/random.ts';
import { type Part, runsIn } from '../harness/load-scenarios.ts';
import type { KillCase } from './cases.ts';

/** Which write of the run, from 1, and whether the server still carried it out. */
export interface KillPoint {
  write: number;
  phase: 'before' | 'after';
}

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

/** A kill as a scenario: the run that is killed, the one after it that must put all right, and nobody harmed. Without a point the first is left alone. */
export function partFor(
  { name, given, when, args, after = [], again = ['verify', '--settle', '4s', '--timeout', '20m'] }: KillCase,
  point: KillPoint | undefined,
): Part {
  const kill = { steps: [], signal: 'SIGKILL', mayMiss: true } as const;
  const at = point === undefined ? [] : [{ ...kill, write: point.write, before: point.phase === 'before' }];
  const others = runsIn([...when, ...after]).map((run) => [run, {}]);
  return {
    name,
    kind: 'ensure-on-added',
    scenario: {
      title:
        point === undefined ? `${name}, left alone` : `${name}, killed ${point.phase} write ${point.write}`,
      operators: ['ensure-on-added'],
      given,
      when: [
        ...when,
        { do: 'warmgate', args, as: 'killed', at },
        ...after,
        { do: 'warmgate', args: again, as: 'next' },
      ],
      expect: {
        runs: { ...Object.fromEntries(others), killed: {}, next: { exit: 0 } },
        handed: 'any',
        converged: given.apps.map((app) => app.name),
      },
    },
  };
}
