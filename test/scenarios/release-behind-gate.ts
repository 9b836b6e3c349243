import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a whole release: guard closes the gate, the release changes the image, verify opens; no session gets an old instance',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 5 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'warmgate', args: ['guard', '--gate'] },
    { do: 'startSession', session: { name: 'ws-closed', app: 'java' } },
    newImage('java', '1.1.0'),
    { do: 'startSession', session: { name: 'ws-early', app: 'java' } },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { hold: 4, complete: 2 } },
      verify: { exit: 0, states: { java: '1 claimed, 2-5 current' }, nudges: 0 },
    },
    handed: { 'ws-closed': 'lazy', 'ws-early': 'lazy', 'ws-new': 'current' },
  },
};
