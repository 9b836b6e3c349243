import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'the operator is rolled out anew while the pool is renewed: waited for, and renewed to the end',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 6 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'stopOperator' },
    newImage('java', '1.1.0'),
    { do: 'startOperator', ready: false },
    {
      do: 'together',
      steps: [
        [{ do: 'warmgate', args: ['verify'] }],
        [
          { do: 'wait', seconds: 25 },
          { do: 'startOperator', ready: false },
        ],
      ],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 claimed, 2-6 current' } } },
    handed: { 'ws-new': 'current' },
  },
  differs: {
    'reconcile-on-added': { sessions: { 'ws-one': { remade: ['emailConfigMap', 'proxyConfigMap'] } } },
  },
};
