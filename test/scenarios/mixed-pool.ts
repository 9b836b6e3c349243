import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'F1: image and size changed while the operator was down: old instances beside new ones, and only the old are renewed',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: { apps: [{ name: 'java', min: 3 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0', { minInstances: 6 }),
    { do: 'until', that: { is: 'ready', app: 'java' } },
    { do: 'warmgate', args: ['check'] },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      check: { exit: 1, states: { java: '1 claimed, 2-3 stale, 4-6 current' } },
      verify: { exit: 0, states: { java: '1 claimed, 2-6 current' }, nudges: 1 },
    },
    handed: { 'ws-new': 'current' },
  },
  differs: {
    'reconcile-on-added': {
      runs: {
        check: { exit: 0, states: { java: '1 claimed, 2-6 current' } },
        verify: { exit: 0, states: { java: '1 claimed, 2-6 current' }, nudges: 0, writes: 'none' },
      },
    },
    upstream: {
      runs: {
        verify: {
          exit: 1,
          states: { java: '1 claimed, 2-3 stale, 4-6 current' },
          has: ['replaceNotAllowed'],
          writes: 'trace',
        },
      },
      handed: { 'ws-new': 'stale' },
    },
  },
};
