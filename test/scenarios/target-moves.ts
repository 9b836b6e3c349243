import type { Scenario } from '../harness/scenario.ts';
import { missedRelease, newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'the target moves while the pool is renewed: verify goes on for the newest generation and says so',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    {
      do: 'warmgate',
      args: ['verify'],
      // Lease, three holds, two parts of the claim, then the nudge.
      at: [
        {
          write: 7,
          steps: [newImage('java', '1.2.0')],
        },
      ],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, has: ['targetMoved'] } },
    handed: { 'ws-new': 'current' },
  },
};
