import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'SIGTERM in the middle: exit 4 within 5 s, what was known is reported, nothing is written any more; the next run converges',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 6 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    { do: 'warmgate', args: ['verify'], as: 'closing', at: [{ write: 4, steps: [], signal: 'SIGTERM' }] },
    { do: 'warmgate', args: ['verify'], as: 'nudging', at: [{ write: 6, steps: [], signal: 'SIGTERM' }] },
    { do: 'warmgate', args: ['verify'], as: 'at last' },
  ],
  expect: {
    runs: {
      closing: { exit: 4, says: ['interrupted'], has: ['partStale'], nudges: 0, silentAfterSignal: true },
      nudging: { exit: 4, says: ['interrupted'], silentAfterSignal: true },
      'at last': { exit: 0, states: { java: '1 claimed, 2-6 current' } },
    },
  },
};
