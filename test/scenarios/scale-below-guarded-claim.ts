import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'F13: scaled below a guarded session and up again: it keeps everything, and its id comes back when it has ended',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: {
    apps: [{ name: 'java', min: 4 }],
    sessions: [
      { name: 'ws-one', app: 'java' },
      { name: 'ws-two', app: 'java' },
    ],
  },
  when: [
    { do: 'warmgate', args: ['guard'] },
    { do: 'apply', app: 'java', spec: { minInstances: 1 } },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'], as: 'below' },
    { do: 'apply', app: 'java', spec: { minInstances: 4 } },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'], as: 'above' },
    { do: 'endSession', name: 'ws-two' },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'], as: 'ended' },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { complete: 4 } },
      below: { exit: 0, states: { java: '1-2 claimed' }, nudges: 0 },
      above: { exit: 0, states: { java: '1-2 claimed, 3-4 current' }, has: ['idDetached'], nudges: 0 },
      ended: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1 },
    },
  },
};
