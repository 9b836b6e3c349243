import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a good release after a failed canary, without guard before it: what was kept old is renewed as well',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 3 }] },
  when: [
    { do: 'image', image: 'registry.example.test/java:1.1.0', fate: 'missing-config' },
    { do: 'warmgate', args: ['guard', '--gate', '--batch', '1'] },
    newImage('java', '1.1.0'),
    { do: 'warmgate', args: ['verify', '--batch', '1'], as: 'bad' },
    { do: 'startSession', session: { name: 'ws-old', app: 'java' } },
    newImage('java', '1.2.0'),
    { do: 'warmgate', args: ['verify'], as: 'good' },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      guard: { exit: 0 },
      bad: { exit: 1, states: { java: '1 notReady, 2-3 stale' }, has: ['canaryFailed', 'keptOld'] },
      good: { exit: 0, states: { java: '1 current, 2 claimed, 3 current' } },
    },
    handed: { 'ws-old': 'stale', 'ws-new': 'current' },
  },
};
