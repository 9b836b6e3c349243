import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'references to a session that is gone: waited for until the collector has them, and never taken off by hand',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 4 }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    {
      // The collector knows the kind and finds nobody.
      do: 'addOwner',
      app: 'java',
      id: 2,
      part: 'internalService',
      owner: {
        apiVersion: 'theia.cloud/v1beta8',
        kind: 'Session',
        name: 'ws-gone',
        uid: 'e0f7e0a4-0000-4000-8000-000000000001',
      },
    },
    { do: 'warmgate', args: ['verify'], as: 'collected' },
    {
      // A version that nobody serves: the collector can never decide.
      do: 'addOwner',
      app: 'java',
      id: 3,
      part: 'externalService',
      owner: {
        apiVersion: 'theia.cloud/v1beta1',
        kind: 'Session',
        name: 'ws-old',
        uid: 'e0f7e0a4-0000-4000-8000-000000000002',
      },
    },
    { do: 'warmgate', args: ['verify', '--timeout', '40s'], as: 'stuck' },
  ],
  expect: {
    runs: {
      collected: { exit: 0, states: { java: '1-4 current' }, nudges: 1 },
      stuck: {
        exit: 1,
        states: { java: '1-2 current, 3 ending, 4 current' },
        has: ['danglingSession'],
        nudges: 0,
        writes: 'trace',
      },
    },
  },
};
