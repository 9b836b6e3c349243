import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'writes are refused with a conflict, as if somebody were quicker: looked again, and the pool is renewed',
  operators: ['ensure-on-added'],
  grounds: ['lab'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'stopOperator' },
    { do: 'apply', app: 'java', spec: { image: 'registry.example.test/java:1.1.0' } },
    { do: 'startOperator' },
    {
      do: 'fault',
      rule: { verb: 'patch', kind: ['Service', 'ConfigMap'], times: 5, fault: { type: 'conflict' } },
    },
    { do: 'fault', rule: { verb: 'patch', kind: 'AppDefinition', times: 1, fault: { type: 'conflict' } } },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1 } },
    handed: { 'ws-new': 'current' },
  },
};
