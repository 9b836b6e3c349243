import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the image changes during the first pass of the operator, which hears of it as ADDED and leaves the pool stale',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: {
    apps: [
      { name: 'aaa', min: 1 },
      { name: 'java', min: 3 },
    ],
  },
  when: [
    { do: 'stopOperator' },
    { do: 'apply', app: 'aaa', spec: { minInstances: 8 } },
    { do: 'startOperator', ready: false },
    { do: 'until', that: { is: 'operatorSays', text: 'aaa' } },
    newImage('java', '1.1.0'),
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { aaa: '1-8 current', java: '1-3 current' }, did: { nudge: 2 } } },
  },
  differs: {
    'reconcile-on-added': {
      runs: { verify: { exit: 0, states: { aaa: '1-8 current', java: '1-3 current' }, nudges: 0 } },
    },
    upstream: {
      runs: {
        verify: {
          exit: 1,
          states: { aaa: '1-8 current', java: '1-3 stale' },
          has: ['imageStale', 'replaceNotAllowed'],
        },
      },
    },
  },
};
