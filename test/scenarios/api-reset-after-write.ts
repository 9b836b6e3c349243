import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'connections are reset after a write was carried out: the look after it tells, and nothing is done twice',
  operators: ['ensure-on-added'],
  grounds: ['lab'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'stopOperator' },
    { do: 'apply', app: 'java', spec: { image: 'registry.example.test/java:1.1.0' } },
    { do: 'startOperator' },
    {
      do: 'fault',
      rule: {
        verb: ['create', 'patch', 'delete'],
        probability: 0.4,
        times: 8,
        fault: { type: 'resetAfter' },
      },
    },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1 } },
    handed: { 'ws-new': 'current' },
  },
};
