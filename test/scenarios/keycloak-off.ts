import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'the incident without Keycloak: no ConfigMaps are expected, and the pool is renewed',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: {
    apps: [{ name: 'java', min: 4 }],
    sessions: [{ name: 'ws-one', app: 'java' }],
    operator: { keycloak: false },
  },
  when: [
    ...missedRelease('java', '1.1.0'),
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, lacks: ['partMissing'], nudges: 1 },
    },
    handed: { 'ws-new': 'current' },
  },
  differs: {
    'reconcile-on-added': {
      runs: {
        verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, lacks: ['partMissing'], nudges: 0 },
      },
    },
    upstream: {
      runs: {
        verify: {
          exit: 1,
          states: { java: '1 claimed, 2-4 stale' },
          has: ['replaceNotAllowed'],
          lacks: ['partMissing'],
        },
      },
      handed: { 'ws-new': 'stale' },
    },
  },
};
