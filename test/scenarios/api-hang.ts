import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title: 'reads and writes that are never answered end by their limit and are tried again',
  operators: ['ensure-on-added'],
  grounds: ['lab'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'stopOperator' },
    { do: 'apply', app: 'java', spec: { image: 'registry.example.test/java:1.1.0' } },
    { do: 'startOperator' },
    { do: 'fault', rule: { verb: 'list', skip: 12, times: 2, fault: { type: 'hang' } } },
    { do: 'fault', rule: { verb: 'patch', skip: 3, times: 2, fault: { type: 'hang' } } },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1 } },
    handed: { 'ws-new': 'current' },
  },
};
