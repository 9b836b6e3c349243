import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'nobody leads: cannot verify at the deadline, never stale, nothing done to the pool; with the operator back it converges',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 3 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'stopOperator' },
    newImage('java', '1.1.0'),
    { do: 'warmgate', args: ['verify', '--timeout', '30s'], as: 'without' },
    { do: 'startOperator', ready: false },
    { do: 'warmgate', args: ['verify'], as: 'with' },
  ],
  expect: {
    runs: {
      without: {
        exit: 3,
        has: ['operatorRollingOut'],
        nudges: 0,
        writes: 'trace',
        atLeastSeconds: 15,
        seconds: 60,
      },
      with: { exit: 0, states: { java: '1 claimed, 2-3 current' }, nudges: 1 },
    },
  },
  differs: {
    // Its own first pass renews the pool, and empties the list of the live session on the way (docs/theia-cloud.md#f2), which it restores.
    'reconcile-on-added': {
      runs: { with: { exit: 0, states: { java: '1 claimed, 2-3 current' }, nudges: 0 } },
      sessions: { 'ws-one': { remade: ['emailConfigMap', 'proxyConfigMap'] } },
    },
  },
};
