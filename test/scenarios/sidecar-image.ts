import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'only the image of a sidecar changed: every label is current, the old sidecar stays, and that is never green',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'py',
        min: 3,
        sidecars: [{ name: 'tools', image: 'registry.example.test/tools:1', port: 5000 }],
      },
    ],
    sessions: [{ name: 'ws-one', app: 'py' }],
  },
  when: [
    { do: 'warmgate', args: ['guard'] },
    {
      do: 'apply',
      app: 'py',
      spec: { sidecars: [{ name: 'tools', image: 'registry.example.test/tools:2', port: 5000 }] },
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
