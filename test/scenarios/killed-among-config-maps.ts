import type { Scenario } from '../harness/scenario.ts';
import { killOperatorAt, newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'F12 and F2: the operator was killed after it emptied the list of a live session: the list is mended, the rest renewed',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    // 12 writes for the Services, 8 for the proxy ConfigMaps, then the email ConfigMap of the session's instance.
    killOperatorAt(22, [newImage('java', '1.1.0')]),
    { do: 'startOperator' },
    { do: 'warmgate', args: ['check'] },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      check: {
        exit: 6,
        states: { java: '1 claimed, 2-4 stale' },
        has: ['allowListWrong', 'generationsMixed'],
      },
      verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1, did: { mend: 1 } },
    },
  },
  differs: {
    // Its start renews the pool and restores the list.
    'reconcile-on-added': {
      runs: {
        check: { exit: 0, states: { java: '1 claimed, 2-4 current' } },
        verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 0, writes: 'none' },
      },
    },
  },
};
