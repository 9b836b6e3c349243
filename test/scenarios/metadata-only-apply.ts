import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'a release that changes only metadata: the pool must stay current for --settle after it, and nothing is written',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: { apps: [{ name: 'java', min: 3 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'touch', app: 'java' },
    { do: 'warmgate', args: ['verify', '--settle', '30s'] },
  ],
  expect: {
    runs: {
      verify: {
        exit: 0,
        states: { java: '1 claimed, 2-3 current' },
        writes: 'none',
        // From its first look on: starting the program is part of the 30 s.
        atLeastSeconds: 5,
        seconds: 60,
      },
    },
  },
};
