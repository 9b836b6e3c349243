import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a claim that never ends keeps the gate open: given up at half of the time, and the session is named',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    { do: 'sessionStatus', name: 'ws-one', status: 'HANDLING' },
    { do: 'warmgate', args: ['verify', '--timeout', '80s'] },
  ],
  expect: {
    runs: {
      verify: {
        exit: 1,
        states: { java: '1 claiming, 2-4 stale' },
        has: ['claimsInFlight', 'claimInFlight', 'partStale'],
        nudges: 0,
        writes: 'trace',
        atLeastSeconds: 30,
        seconds: 75,
      },
    },
  },
};
