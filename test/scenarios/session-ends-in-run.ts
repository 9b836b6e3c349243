import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a session ends while its pool is renewed: its release is waited for, its instance comes back current, nothing is left of it',
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
    { do: 'until', that: { is: 'ready', app: 'java' } },
    {
      do: 'together',
      steps: [
        [{ do: 'warmgate', args: ['verify'] }],
        [
          { do: 'until', that: { is: 'nudged', app: 'java' }, withinSeconds: 60 },
          { do: 'endSession', name: 'ws-one' },
        ],
      ],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0 } },
    handed: { 'ws-new': 'current' },
  },
};
