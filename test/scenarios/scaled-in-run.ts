import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the pool is scaled down at the moment of the nudge: what is above goes with its holds, the rest converges',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 5 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    {
      do: 'warmgate',
      args: ['verify'],
      // Lease, four holds, two parts of the claim, then the nudge.
      at: [{ write: 8, steps: [{ do: 'apply', app: 'java', spec: { minInstances: 2 } }] }],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 claimed, 2 current' }, has: ['targetMoved'] } },
    handed: { 'ws-new': 'current' },
  },
};
