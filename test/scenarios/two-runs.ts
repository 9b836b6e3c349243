import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'two runs at once on one stale pool: both converge, sessions stay untouched, nothing is left',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 5 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    {
      do: 'together',
      steps: [
        [{ do: 'warmgate', args: ['verify'], as: 'one' }],
        [{ do: 'warmgate', args: ['verify'], as: 'two' }],
      ],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      one: { exit: 0, states: { java: '1 claimed, 2-5 current' } },
      two: { exit: 0, states: { java: '1 claimed, 2-5 current' } },
    },
    handed: { 'ws-new': 'current' },
  },
};
