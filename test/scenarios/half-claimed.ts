import type { Scenario } from '../harness/scenario.ts';
import { killOperatorAt } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'an instance of which a failed session owns some parts is named and left alone until that session is gone',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: { apps: [{ name: 'java', min: 3 }] },
  when: [
    // HANDLING, then the owner of both Services.
    killOperatorAt(3, [{ do: 'startSession', session: { name: 'ws-half', app: 'java' }, until: 'created' }]),
    { do: 'startOperator' },
    { do: 'warmgate', args: ['verify', '--timeout', '1m'], as: 'before' },
    { do: 'endSession', name: 'ws-half' },
    { do: 'warmgate', args: ['verify'], as: 'after' },
  ],
  expect: {
    runs: {
      before: {
        exit: 1,
        states: { java: '1 halfClaimed, 2-3 current' },
        has: ['halfClaimed'],
        nudges: 0,
        writes: 'trace',
      },
      after: { exit: 0, states: { java: '1-3 current' } },
    },
  },
};
