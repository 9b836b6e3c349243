import type { Scenario } from '../harness/scenario.ts';
import { newImage, tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'guard --follow completes the claims of sessions as they come, so that no change of the pool harms any of them',
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
    { do: 'startSession', session: { name: 'ws-two', app: 'py' } },
    { do: 'until', that: { is: 'guarded', app: 'py' }, withinSeconds: 10 },
    // F2, F3 and F4 at once.
    newImage('py', '1.1.0', { minInstances: 1 }),
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['check'] },
    { do: 'end', as: 'follow', signal: 'SIGTERM' },
    { do: 'warmgate', args: ['open'] },
  ],
  expect: {
    runs: {
      check: { exit: 0, live: '2 live, 2 untouched, 0 mended, 0 harmed' },
      follow: { exit: 0 },
      open: { exit: 0 },
    },
    handed: { 'ws-two': 'current' },
    intact: { py: '1-2' },
  },
};
