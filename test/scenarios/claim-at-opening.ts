import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'sessions that come while the gate opens, instance by instance, get a current one or start lazily',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 6 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    {
      do: 'warmgate',
      args: ['verify'],
      at: [
        // Lease, five holds, two parts of the claim; the nudge; the first and the third opening.
        { write: 9, steps: [{ do: 'startSession', session: { name: 'ws-nudge', app: 'java' } }] },
        { write: 10, steps: [{ do: 'startSession', session: { name: 'ws-first', app: 'java' } }] },
        { write: 12, steps: [{ do: 'startSession', session: { name: 'ws-third', app: 'java' } }] },
      ],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, nudges: 1 } },
    handed: {
      'ws-nudge': 'lazy',
      'ws-first': ['current', 'lazy'],
      'ws-third': ['current', 'lazy'],
      'ws-new': 'current',
    },
  },
};
