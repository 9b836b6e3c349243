import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'a run is killed at its write 1: the gate it leaves keeps no session waiting, and the next run finishes the work',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'stopOperator' },
    { do: 'apply', app: 'java', spec: { image: 'registry.example.test/java:1.1.0' } },
    { do: 'startOperator' },
    { do: 'warmgate', args: ['verify'], as: 'killed', at: [{ write: 1, steps: [], signal: 'SIGKILL' }] },
    { do: 'startSession', session: { name: 'ws-between', app: 'java' } },
    { do: 'warmgate', args: ['verify'], as: 'next' },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { killed: { exit: 'SIGKILL' }, next: { exit: 0 } },
    handed: { 'ws-between': ['lazy', 'stale', 'current'], 'ws-new': 'current' },
  },
};
