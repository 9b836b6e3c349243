import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'F10: AppDefinition made anew under a live session: the id whose Service still reaches the old pod is not ready before it ends',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: {
    apps: [
      { name: 'java', min: 3 },
      { name: 'other', min: 1 },
    ],
    sessions: [{ name: 'ws-one', app: 'java' }],
  },
  when: [
    { do: 'deleteApp', app: 'java' },
    { do: 'until', that: { is: 'gone', kind: 'ConfigMap', app: 'java' } },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'createApp', app: { name: 'java', min: 3, image: 'registry.example.test/java:1.1.0' } },
    { do: 'until', that: { is: 'ready', app: 'java' } },
    { do: 'warmgate', args: ['verify', '--timeout', '40s'], as: 'while it lives' },
    { do: 'warmgate', args: ['check'] },
    { do: 'endSession', name: 'ws-one' },
    { do: 'warmgate', args: ['verify'], as: 'when it has ended' },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      'while it lives': {
        exit: 6,
        states: { java: '1 notReady, 2-3 current' },
        has: ['oldPodLeft', 'harmedBefore'],
        nudges: 0,
        writes: 'trace',
      },
      check: { exit: 6, has: ['partLost', 'oldPodLeft'], writes: 'none' },
      'when it has ended': { exit: 0, states: { java: '1-3 current' }, nudges: 0, writes: 'none' },
    },
    handed: { 'ws-new': 'current' },
  },
};
