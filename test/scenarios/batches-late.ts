import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'without PreSync batches apply to what the operator missed, and the report says so',
  operators: ['ensure-on-added'],
  given: { apps: [{ name: 'java', min: 7 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    { do: 'warmgate', args: ['verify', '--batch', '34%'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      // 34 % of six are three.
      verify: { exit: 0, states: { java: '1 claimed, 2-7 current' }, nudges: 2, has: ['batchLateOnly'] },
    },
    handed: { 'ws-new': 'current' },
    intact: { java: '1' },
  },
};
