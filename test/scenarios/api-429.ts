import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'the API server asks for patience (429 with Retry-After) now and then: the run keeps to it and converges',
  operators: ['ensure-on-added'],
  grounds: ['lab'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'stopOperator' },
    { do: 'apply', app: 'java', spec: { image: 'registry.example.test/java:1.1.0' } },
    { do: 'startOperator' },
    {
      do: 'fault',
      rule: { times: 12, probability: 0.5, fault: { type: 'status', code: 429, retryAfter: 1 } },
    },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1 } },
    handed: { 'ws-new': 'current' },
  },
};
