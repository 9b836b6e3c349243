import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'only the image of a sidecar changed: every label is current, the old sidecar stays, and that is never green',
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
    { do: 'warmgate', args: ['guard'] },
    {
      do: 'apply',
      app: 'py',
      spec: { sidecars: [tools('2')] },
    },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      guard: { exit: 0 },
      verify: {
        exit: 1,
        states: { py: '1 claimed, 2-3 stale' },
        has: ['sidecarStale', 'needsRestart'],
        nudges: 0,
      },
    },
  },
};
