import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'F10 with a guard before: the old session keeps its ConfigMaps through the deletion of its AppDefinition',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: {
    apps: [
      { name: 'java', min: 3 },
      { name: 'other', min: 1 },
    ],
    sessions: [{ name: 'ws-one', app: 'java' }],
  },
  when: [
    { do: 'warmgate', args: ['guard'] },
    { do: 'deleteApp', app: 'java' },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'createApp', app: { name: 'java', min: 3 } },
    { do: 'until', that: { is: 'ready', app: 'java' } },
    { do: 'warmgate', args: ['verify', '--timeout', '40s'] },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { complete: 2 } },
      verify: {
        exit: 1,
        states: { java: '1 notReady, 2-3 current' },
        has: ['oldPodLeft'],
        lacks: ['harmedBefore', 'partLost'],
        nudges: 0,
      },
    },
  },
};
