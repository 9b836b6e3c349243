import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'sessions that come while the gate closes lose nothing: they get the old instance whole, or start lazily',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 8 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    {
      do: 'warmgate',
      args: ['verify'],
      at: [
        // The Lease is there, the burst of holds is on its way.
        { write: 1, steps: [{ do: 'startSession', session: { name: 'ws-a', app: 'java' } }] },
        { write: 3, steps: [{ do: 'startSession', session: { name: 'ws-b', app: 'java' } }] },
        { write: 9, steps: [{ do: 'startSession', session: { name: 'ws-c', app: 'java' } }] },
      ],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, nudges: 1 } },
    handed: {
      'ws-a': ['stale', 'lazy'],
      'ws-b': ['stale', 'lazy'],
      'ws-c': ['stale', 'lazy', 'current'],
      'ws-new': 'current',
    },
  },
};
