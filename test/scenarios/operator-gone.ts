import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title: 'no operator is installed: cannot verify, and its absence is named',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 2 }] },
  when: [
    { do: 'stopOperator' },
    { do: 'delete', kind: 'Deployment', name: 'operator-deployment' },
    { do: 'warmgate', args: ['verify', '--timeout', '20s'] },
    { do: 'warmgate', args: ['verify', '--timeout', '20s', '--no-wait-operator'], as: 'told not to wait' },
    { do: 'warmgate', args: ['check'] },
  ],
  expect: {
    runs: {
      verify: { exit: 3, has: ['operatorAbsent'], writes: 'trace' },
      'told not to wait': { exit: 0, has: ['operatorNotVerified'], writes: 'none' },
      check: { exit: 0, has: ['operatorAbsent'], writes: 'none', looks: 1 },
    },
  },
};
