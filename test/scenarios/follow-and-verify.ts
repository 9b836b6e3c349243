import type { Scenario } from '../harness/scenario.ts';
import { missedRelease, tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'guard --follow and verify at once: the pool converges beside the shields, and neither undoes what the other does',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'py',
        min: 3,
        sidecars: [tools()],
      },
    ],
    sessions: [{ name: 'ws-one', app: 'py' }],
  },
  when: [
    { do: 'background', args: ['guard', '--follow'], as: 'follow' },
    { do: 'until', that: { is: 'guarded', app: 'py' } },
    ...missedRelease('py', '1.1.0'),
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'py' } },
    { do: 'wait', seconds: 12 },
    { do: 'warmgate', args: ['verify'], as: 'again' },
    { do: 'end', as: 'follow', signal: 'SIGTERM' },
    { do: 'warmgate', args: ['open'] },
  ],
  expect: {
    runs: {
      verify: { exit: 0, states: { py: '1 claimed, 2-3 current' }, nudges: 1, seconds: 60 },
      again: { exit: 0, states: { py: '1-2 claimed, 3 current' }, did: { dropLease: 0 }, nudges: 0 },
      follow: { exit: 0 },
      open: { exit: 0 },
    },
    handed: { 'ws-new': 'current' },
    intact: { py: '1' },
  },
};
