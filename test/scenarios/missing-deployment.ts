import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'F7: the lowest instance lost its Deployment and would fail every new session: held at first sight, brought back',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: { apps: [{ name: 'java', min: 3 }] },
  when: [
    { do: 'deletePart', app: 'java', id: 1, part: 'deployment' },
    {
      do: 'warmgate',
      args: ['verify'],
      // After the Lease and the hold on the instance that would eat the session.
      at: [{ write: 2, steps: [{ do: 'startSession', session: { name: 'ws-late', app: 'java' } }] }],
    },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 current, 2 claimed, 3 current' }, nudges: 1 } },
    handed: { 'ws-late': 'current' },
  },
  differs: {
    // No gate upstream: the session takes the instance that is broken, and fails.
    upstream: {
      runs: {
        verify: {
          exit: 1,
          states: { java: '1 incomplete, 2-3 current' },
          has: ['partMissing', 'replaceNotAllowed'],
        },
      },
      handed: { 'ws-late': 'failed' },
    },
  },
};
