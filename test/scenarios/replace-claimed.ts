import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'upstream: a claim that comes just before the deletion is a conflict, and the session keeps its instance whole',
  operators: ['upstream'],
  grounds: ['lab'],
  given: {
    apps: [{ name: 'java', min: 2 }],
    sessions: [{ name: 'ws-one', app: 'java' }],
    mayToo: [
      { verb: 'delete', resource: 'deployments' },
      { verb: 'delete', resource: 'configmaps' },
    ],
  },
  when: [
    newImage('java', '1.1.0'),
    {
      do: 'warmgate',
      args: ['verify', '--allow', 'replace'],
      at: [
        {
          write: 1,
          before: true,
          steps: [{ do: 'startSession', session: { name: 'ws-two', app: 'java' } }],
        },
      ],
    },
  ],
  expect: {
    runs: {
      verify: {
        exit: 0,
        states: { java: '1-2 claimed' },
        has: ['sessionsMayGetOld'],
        did: { removeInstance: 0, restartOperator: 0 },
        live: '2 live, 2 untouched, 0 mended, 0 harmed',
      },
    },
    handed: { 'ws-two': 'stale' },
    intact: { java: '1-2' },
  },
};
