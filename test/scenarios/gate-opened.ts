import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a release that failed after the gate closed: open stamps and releases what is current and ready, and leaves nothing',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'warmgate', args: ['guard', '--gate'] },
    newImage('java', '1.1.0'),
    { do: 'until', that: { is: 'quiet' } },
    { do: 'until', that: { is: 'ready', app: 'java' } },
    { do: 'warmgate', args: ['open'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
    { do: 'wait', seconds: 12 },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { hold: 3 } },
      open: { exit: 0, did: { open: 3, dropLease: 1 } },
      verify: { exit: 0, states: { java: '1-2 claimed, 3-4 current' }, writes: 'none', looks: 1 },
    },
    handed: { 'ws-new': 'current' },
  },
};
