import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'the AppDefinition is deleted under its closed gate: a guarded session keeps every object to its end',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: {
    apps: [
      { name: 'java', min: 3 },
      { name: 'other', min: 1 },
    ],
    sessions: [{ name: 'ws-one', app: 'java' }],
  },
  when: [
    { do: 'warmgate', args: ['guard', '--gate'] },
    { do: 'deleteApp', app: 'java' },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { hold: 3, complete: 2 } },
      verify: { exit: 0, states: { other: '1 current' }, has: ['appDefinitionGone'] },
    },
  },
};
