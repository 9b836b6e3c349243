import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'upstream with --allow replace: one stale instance after another, live sessions untouched, and said that sessions may get old ones',
  operators: ['upstream'],
  given: {
    apps: [{ name: 'java', min: 3 }],
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
      // Five parts of one instance, the restart, and then the next one: all must be there and Ready before it goes.
      at: [{ write: 7, steps: [{ do: 'until', that: { is: 'ready', app: 'java' }, withinSeconds: 0 }] }],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      verify: {
        exit: 0,
        states: { java: '1 claimed, 2-3 current' },
        has: ['sessionsMayGetOld'],
        did: { restartOperator: 2, removeInstance: 10, nudge: 0, hold: 0 },
        live: '1 live, 1 untouched, 0 mended, 0 harmed',
      },
    },
    handed: { 'ws-new': 'current' },
    intact: { java: '1' },
  },
};
