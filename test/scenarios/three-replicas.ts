import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'an operator of three replicas whose leader dies as the image changes: the next leader is waited for, the pool renewed',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: {
    apps: [{ name: 'java', min: 4 }],
    sessions: [{ name: 'ws-one', app: 'java' }],
    operator: { replicas: 3 },
  },
  when: [
    { do: 'killOperator', leader: true },
    newImage('java', '1.1.0'),
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1 } },
    handed: { 'ws-new': 'current' },
  },
  differs: {
    'reconcile-on-added': {
      runs: { verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 0 } },
      sessions: { 'ws-one': { remade: ['emailConfigMap', 'proxyConfigMap'] } },
    },
    upstream: {
      runs: {
        verify: {
          exit: 1,
          states: { java: '1 claimed, 2-4 stale' },
          has: ['replaceNotAllowed'],
          writes: 'trace',
        },
      },
      handed: { 'ws-new': 'stale' },
    },
  },
};
