import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

/** What the killed run has just written: its Lease, three holds, two parts of the claim, the nudge, the first instance opened. */
export const scenarios: Record<string, Scenario> = {
  'killed-run-lease': killedAt(1),
  'killed-run-closing': killedAt(4),
  'killed-run-nudge': killedAt(7),
  'killed-run-nudged': killedAt(8),
  'killed-run-opening': killedAt(9),
};

function killedAt(write: number): Scenario {
  return {
    title: `a run is killed at its write ${write}: the gate it leaves keeps no session waiting, and the next run finishes the work`,
    operators: ['ensure-on-added'],
    given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
    when: [
      ...missedRelease('java', '1.1.0'),
      { do: 'warmgate', args: ['verify'], as: 'killed', at: [{ write, steps: [], signal: 'SIGKILL' }] },
      { do: 'startSession', session: { name: 'ws-between', app: 'java' } },
      { do: 'warmgate', args: ['verify'], as: 'next' },
      { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
    ],
    expect: {
      runs: { killed: { exit: 'SIGKILL' }, next: { exit: 0 } },
      handed: { 'ws-between': ['lazy', 'stale', 'current'], 'ws-new': 'current' },
    },
  };
}
