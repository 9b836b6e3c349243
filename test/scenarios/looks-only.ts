import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'an account that may not patch looks only: a stale pool is named and not renewed',
  operators: ['ensure-on-added'],
  given: {
    apps: [{ name: 'java', min: 3 }],
    sessions: [{ name: 'ws-one', app: 'java' }],
    mayNot: [{ verb: 'patch', resource: 'services' }],
  },
  when: [...missedRelease('java', '1.1.0'), { do: 'warmgate', args: ['verify'] }],
  expect: {
    runs: {
      verify: {
        exit: 1,
        states: { java: '1 claimed, 2-3 stale' },
        has: ['mayNotRenew'],
        says: ['patch services'],
        nudges: 0,
        writes: 'trace',
      },
    },
  },
};
