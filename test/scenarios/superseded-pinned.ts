import type { Scenario } from '../harness/scenario.ts';
import { missedRelease, newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'a pinned image that is overtaken during the run: exit 5, and not one write more',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 3 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'warmgate', args: ['verify', '--expect-generation', '2'], as: 'too early' },
    ...missedRelease('java', '1.1.0'),
    {
      do: 'warmgate',
      args: ['verify', '--expect-image', 'java=registry.example.test/java:1.1.0'],
      as: 'overtaken',
      // Lease, two holds, two parts of the claim.
      at: [
        {
          write: 5,
          steps: [newImage('java', '1.2.0')],
        },
      ],
    },
    {
      do: 'warmgate',
      args: ['verify', '--expect-image', 'java=registry.example.test/java:1.2.0'],
      as: 'newest',
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      'too early': { exit: 5, has: ['pinnedElsewhere'], writes: 'none' },
      overtaken: {
        exit: 5,
        has: ['pinnedElsewhere'],
        did: { lease: 1, hold: 2, complete: 2, nudge: 0, open: 0, dropLease: 0 },
        events: [],
      },
      newest: { exit: 0, states: { java: '1 claimed, 2-3 current' }, did: { dropLease: 1 } },
    },
    handed: { 'ws-new': 'current' },
    intact: { java: '1' },
  },
};
