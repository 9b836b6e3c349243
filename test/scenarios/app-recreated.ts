import type { Scenario } from '../grounds/scenario.ts';

export const scenario: Scenario = {
  title:
    'F10: AppDefinition deleted and made anew: the new pool is judged by its own UID, the old session by what it has left',
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
    { do: 'warmgate', args: ['verify'] },
    { do: 'warmgate', args: ['check'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      verify: { exit: 0, states: { java: '1 claimed, 1-3 current' }, has: ['harmedBefore'], nudges: 0 },
      check: { exit: 6, has: ['partLost'], writes: 'none' },
    },
    handed: { 'ws-new': 'current' },
  },
};
