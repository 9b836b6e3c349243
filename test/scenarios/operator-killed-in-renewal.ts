import type { Scenario } from '../harness/scenario.ts';
import { killOperatorAt, newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the operator is killed in the pass that the nudge began, behind the closed gate: waited for, nudged again, converged',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 5 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'warmgate', args: ['guard', '--gate'] },
    killOperatorAt(1, [newImage('java', '1.1.0')]),
    { do: 'startOperator', ready: false },
    {
      do: 'atWrite',
      // Half of its Services, behind the gate, in its first pass or in the one after the nudge.
      write: 6,
      steps: [{ do: 'killOperator' }, { do: 'startOperator', ready: false }],
      during: [{ do: 'warmgate', args: ['verify'] }],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: { guard: { exit: 0 }, verify: { exit: 0, states: { java: '1 claimed, 2-5 current' } } },
    handed: { 'ws-new': 'current' },
  },
};
