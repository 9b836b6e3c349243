import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'the API server answers 500 for a while, to reads and to writes: tried again, and the pool is renewed once',
  operators: ['ensure-on-added'],
  grounds: ['lab'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'stopOperator' },
    { do: 'apply', app: 'java', spec: { image: 'registry.example.test/java:1.1.0' } },
    { do: 'startOperator' },
    { do: 'fault', rule: { verb: 'list', times: 25, fault: { type: 'status', code: 500 } } },
    {
      do: 'fault',
      rule: { verb: ['patch', 'create'], skip: 2, times: 6, fault: { type: 'status', code: 503 } },
    },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1 } },
    handed: { 'ws-new': 'current' },
  },
};
