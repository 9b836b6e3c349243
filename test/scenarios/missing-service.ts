import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'F6: one main Service of an instance is lost, whichever: the other is deleted behind the gate, and a pass makes both',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'deletePart', app: 'java', id: 2, part: 'internalService' },
    { do: 'deletePart', app: 'java', id: 3, part: 'externalService' },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      verify: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1, did: { removeSibling: 2 } },
    },
    handed: { 'ws-new': 'current' },
  },
  differs: {
    upstream: {
      runs: {
        verify: {
          exit: 1,
          states: { java: '1 claimed, 2-3 incomplete, 4 current' },
          has: ['serviceMissing'],
          writes: 'trace',
        },
      },
      // It picks the two Services of two instances.
      handed: { 'ws-new': 'current' },
    },
  },
};
