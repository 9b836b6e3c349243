import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a session ends at the very moment of the nudge: its release and the pass meet, and its instance comes back current',
  operators: ['ensure-on-added'],
  given: {
    apps: [{ name: 'java', min: 4 }],
    sessions: [
      { name: 'ws-one', app: 'java' },
      { name: 'ws-two', app: 'java' },
    ],
  },
  when: [
    ...missedRelease('java', '1.1.0'),
    {
      do: 'warmgate',
      args: ['verify'],
      // Lease, two holds, two parts of each claim, then the nudge.
      at: [{ write: 8, steps: [{ do: 'endSession', name: 'ws-one' }] }],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 current, 2 claimed, 3-4 current' } } },
    handed: { 'ws-new': 'current' },
  },
};
