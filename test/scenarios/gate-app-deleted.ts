import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title: 'the AppDefinition is deleted under its closed gate: nothing of its pool is left, the Lease neither',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: {
    apps: [
      { name: 'java', min: 4 },
      { name: 'other', min: 1 },
    ],
  },
  when: [
    { do: 'warmgate', args: ['guard', '--gate', '--app', 'java'] },
    { do: 'deleteApp', app: 'java' },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { hold: 4 } },
      verify: { exit: 0, states: { java: '', other: '1 current' } },
    },
    gone: ['java'],
  },
};
