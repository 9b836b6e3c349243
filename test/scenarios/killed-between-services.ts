import type { Scenario } from '../harness/scenario.ts';
import { killOperatorAt, newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'F12: the operator was killed between deleting an internal Service and making it: mixed instances and a lost Service are renewed',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    // External Services of 2 to 4 are deleted and made, internal ones of 2 too; the ninth write deletes that of 3.
    killOperatorAt(9, [newImage('java', '1.1.0')]),
    { do: 'startOperator' },
    { do: 'warmgate', args: ['check'] },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      check: {
        exit: 1,
        states: { java: '1 claimed, 2 stale, 3 incomplete, 4 stale' },
        has: ['serviceMissing'],
      },
      verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1, did: { removeSibling: 1 } },
    },
    handed: { 'ws-new': 'current' },
  },
  differs: {
    // Its start renews all but the lost Service: an id counts as present that has one of the two (docs/theia-cloud.md#f6).
    'reconcile-on-added': {
      runs: {
        check: { exit: 1, states: { java: '1 claimed, 2 current, 3 incomplete, 4 current' } },
        verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1, did: { removeSibling: 1 } },
      },
    },
  },
};
