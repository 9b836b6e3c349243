import type { Ground } from '../harness/ground.ts';
import { startWarmgate } from '../harness/warmgate.ts';
import { plainNudge, variant } from './variant.ts';

/** One way of renewing a stale pool while sessions start. */
export interface Way {
  name: string;
  /** `at once`: when the plan says so, whatever sessions do; else when a look finds no claim in flight, perhaps with a check before each hold. */
  closes: 'at once' | 'after a look' | 'after a look and a check';
  /** What the table of docs/theia-cloud.md#ways-of-renewing saw: it must break some, may break some, must break none. */
  expected: 'some' | 'any' | 'none';
  /** Sessions on the lab and on a real control plane. */
  sessions: { lab: number; cluster: number };
  /** Carries it out; resolves with how it ended. */
  run(place: Place): Promise<'renewed' | string>;
}

export interface Place {
  ground: Ground;
  app: string;
  /** No way takes longer, ms of the ground's clock. */
  limitMs: number;
}

/** One row a way; the table of docs/theia-cloud.md#ways-of-renewing saw what `expected` says. */
export const ways: readonly Way[] = [
  {
    name: 'plain nudge',
    closes: 'at once',
    expected: 'some',
    sessions: { lab: 24, cluster: 24 },
    run: plainNudge,
  },
  {
    name: 'gate, both main Services held, closed at once',
    closes: 'at once',
    expected: 'some',
    sessions: { lab: 84, cluster: 84 },
    run: (place) => variant(place, { holds: ['externalService', 'internalService'], quietLook: false }),
  },
  {
    name: 'gate, external Service held, closed at once',
    closes: 'at once',
    expected: 'some',
    sessions: { lab: 84, cluster: 84 },
    run: (place) => variant(place, { holds: ['externalService'], quietLook: false }),
  },
  {
    name: 'gate, internal Service held, closed at once',
    closes: 'at once',
    expected: 'some',
    sessions: { lab: 84, cluster: 84 },
    run: (place) => variant(place, { holds: ['internalService'], quietLook: false }),
  },
  {
    name: 'gate, external Service held, after a quiet look',
    closes: 'after a look',
    expected: 'any',
    sessions: { lab: 84, cluster: 60 },
    run: (place) => variant(place, { holds: ['externalService'], quietLook: true }),
  },
  {
    name: 'verify: internal Service held, after a quiet look, second look',
    closes: 'after a look and a check',
    expected: 'none',
    sessions: { lab: 250, cluster: 100 },
    run: gate,
  },
];

/** The gate as designed is what the program does: `verify`, as a process of its own. */
async function gate({ ground, limitMs }: Place): Promise<string> {
  const args = ['verify', '--settle', '3s', '--timeout', `${Math.round(limitMs / 1000)}s`];
  const running = await startWarmgate(ground, args, true);
  const run = await running.done;
  if (run.exit === 0) return 'renewed';
  return `exit ${run.exit}: ${run.report?.verdict ?? run.stderr.slice(-400)}`;
}
