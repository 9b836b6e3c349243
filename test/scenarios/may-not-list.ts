import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'an account that may not list what is judged: cannot verify, naming verb, resource, namespace and account',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 2 }], mayNot: [{ verb: 'list', resource: 'services' }] },
  when: [
    { do: 'warmgate', args: ['verify'] },
    { do: 'warmgate', args: ['check'] },
  ],
  expect: {
    runs: {
      verify: {
        exit: 3,
        says: ['may not list services in namespace', 'warmgate may not'],
        writes: 'none',
        wallSeconds: 15,
      },
      check: {
        exit: 3,
        says: ['may not list services in namespace', 'warmgate may not'],
        writes: 'none',
        wallSeconds: 15,
      },
    },
  },
};
