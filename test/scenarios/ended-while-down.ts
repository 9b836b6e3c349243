import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'F11: the session ended while the operator was down: pod, list and labels of its user never reach the next one',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: {
    apps: [{ name: 'java', min: 3 }],
    sessions: [
      { name: 'ws-one', app: 'java' },
      { name: 'ws-two', app: 'java' },
    ],
  },
  when: [
    { do: 'stopOperator' },
    { do: 'endSession', name: 'ws-one' },
    { do: 'startOperator' },
    { do: 'warmgate', args: ['check'] },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      check: {
        exit: 1,
        states: { java: '1 residue, 2 claimed, 3 current' },
        has: ['residueAllowList', 'residueLabels', 'residuePod'],
      },
      verify: { exit: 0, states: { java: '1 current, 2 claimed, 3 current' }, nudges: 1 },
    },
    handed: { 'ws-new': 'current' },
  },
  differs: {
    upstream: {
      runs: {
        check: { exit: 1, states: { java: '1 residue, 2 claimed, 3 current' }, has: ['residueAllowList'] },
        verify: {
          exit: 1,
          states: { java: '1 residue, 2 claimed, 3 current' },
          has: ['residueAllowList', 'replaceNotAllowed'],
        },
      },
    },
  },
};
