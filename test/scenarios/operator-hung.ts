import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the operator is rolled out, but its Lease stands still: cannot verify, and the age of the Lease is named',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 2 }] },
  when: [
    { do: 'killOperator' },
    newImage('java', '1.1.0'),
    { do: 'wait', seconds: 10 },
    { do: 'warmgate', args: ['verify', '--timeout', '20s'] },
  ],
  expect: {
    runs: {
      verify: { exit: 3, has: ['operatorIdle'], lacks: ['operatorRollingOut'], nudges: 0, writes: 'trace' },
    },
  },
};
