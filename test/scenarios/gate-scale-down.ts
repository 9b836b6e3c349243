import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'scaled down under a closed gate: what only the gate still owns is collected, and nothing is left without owner',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 5 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'warmgate', args: ['guard', '--gate'] },
    { do: 'apply', app: 'java', spec: { minInstances: 2, image: 'registry.example.test/java:1.1.0' } },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
    { do: 'apply', app: 'java', spec: { minInstances: 4 } },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'], as: 'up again' },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { hold: 4, complete: 2 } },
      verify: { exit: 0, states: { java: '1 claimed, 2 current' } },
      'up again': { exit: 0, states: { java: '1-2 claimed, 3-4 current' } },
    },
    handed: { 'ws-new': 'current' },
  },
};
