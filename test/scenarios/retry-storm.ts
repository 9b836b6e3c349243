import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a pool that stays stale whatever is done: six runs together stay in the budget of nudges, with the same reason',
  operators: ['ensure-on-added'],
  grounds: ['lab'],
  given: { apps: [{ name: 'java', min: 3 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    // It can delete nothing, so it renews nothing.
    { do: 'fault', rule: { user: 'operator', verb: 'delete', fault: { type: 'status', code: 500 } } },
    { do: 'warmgate', args: ['verify', '--timeout', '90s'], as: 'one' },
    { do: 'warmgate', args: ['verify', '--timeout', '90s'], as: 'two' },
    { do: 'warmgate', args: ['verify', '--timeout', '90s'], as: 'three' },
    { do: 'warmgate', args: ['verify', '--timeout', '90s'], as: 'four' },
    { do: 'warmgate', args: ['verify', '--timeout', '90s'], as: 'five' },
    { do: 'warmgate', args: ['verify', '--timeout', '90s'], as: 'six' },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      one: {
        exit: 1,
        states: { java: '1 claimed, 2-3 stale' },
        has: ['budgetSpent', 'gateKept'],
        nudges: 2,
        seconds: 90,
      },
      two: {
        exit: 1,
        states: { java: '1 claimed, 2-3 stale' },
        has: ['budgetSpent', 'gateKept'],
        nudges: 0,
        seconds: 60,
      },
      three: { exit: 1, has: ['budgetSpent', 'gateKept'], nudges: 0 },
      four: { exit: 1, has: ['budgetSpent', 'gateKept'], nudges: 0 },
      five: { exit: 1, has: ['budgetSpent', 'gateKept'], nudges: 0 },
      six: { exit: 1, has: ['budgetSpent', 'gateKept'], nudges: 0, seconds: 60 },
    },
    handed: { 'ws-new': 'lazy' },
    gates: ['java'],
  },
};
