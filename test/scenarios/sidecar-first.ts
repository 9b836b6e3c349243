import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'F5: a sidecar that sorts before the app takes the claim: said, guarded, and the real external Service is kept',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      { name: 'py', min: 3, sidecars: [{ name: 'ls', image: 'registry.example.test/ls:1', port: 5000 }] },
    ],
    sessions: [{ name: 'ws-one', app: 'py' }],
  },
  when: [
    { do: 'warmgate', args: ['check'] },
    { do: 'warmgate', args: ['guard'] },
    newImage('py', '1.1.0'),
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      check: { exit: 0, has: ['misrouted', 'claimIncomplete'], writes: 'none' },
      guard: { exit: 0 },
      verify: {
        exit: 0,
        states: { py: '1 claimed, 2-3 current' },
        has: ['misrouted'],
        lacks: ['claimIncomplete'],
      },
    },
  },
};
