import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'an operator without eager start has no pool: named, exit 0, and the sessions are left alone',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: {
    apps: [{ name: 'java', min: 4 }],
    sessions: [{ name: 'ws-one', app: 'java' }],
    operator: { eagerStart: false },
  },
  when: [newImage('java', '1.1.0'), { do: 'warmgate', args: ['verify'] }],
  expect: { runs: { verify: { exit: 0, states: { java: '' }, has: ['noEagerStart'], writes: 'none' } } },
};
