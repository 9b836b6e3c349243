import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'F3: scaled below a live session and up again without a guard: lists that were lost are mended, what is gone is named',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: {
    apps: [{ name: 'java', min: 4 }],
    sessions: [
      { name: 'ws-one', app: 'java' },
      { name: 'ws-two', app: 'java' },
    ],
  },
  when: [
    { do: 'apply', app: 'java', spec: { minInstances: 1 } },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'apply', app: 'java', spec: { minInstances: 4 } },
    { do: 'until', that: { is: 'ready', app: 'java' } },
    { do: 'warmgate', args: ['check'] },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      check: { exit: 6, states: { java: '1-2 claimed, 3-4 current' }, has: ['allowListWrong'] },
      verify: { exit: 0, states: { java: '1-2 claimed, 3-4 current' }, nudges: 0, did: { mend: 2 } },
    },
  },
  differs: {
    // It restores lists where their ConfigMap exists.
    'reconcile-on-added': {
      runs: {
        check: { exit: 0, states: { java: '1-2 claimed, 3-4 current' } },
        verify: { exit: 0, states: { java: '1-2 claimed, 3-4 current' }, nudges: 0, did: { mend: 0 } },
      },
    },
  },
};
