import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title: 'nothing changed: converged at one look, and nothing is written but access reviews',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: {
    apps: [{ name: 'java', min: 4 }],
    sessions: [{ name: 'ws-one', app: 'java' }],
  },
  when: [
    { do: 'wait', seconds: 12 },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      verify: {
        exit: 0,
        states: { java: '1 claimed, 2-4 current' },
        writes: 'none',
        looks: 1,
        listsOnce: true,
      },
    },
  },
};
