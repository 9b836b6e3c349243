import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'a sync that fails after guard: open gives every instance back as it was',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'java',
        min: 4,
        sidecars: [tools()],
      },
    ],
    sessions: [{ name: 'ws-one', app: 'java' }],
  },
  when: [
    {
      do: 'warmgate',
      args: ['guard', '--manifests', 'FILE', '--batch', '1'],
      manifests: [{ app: 'java', spec: { image: 'registry.example.test/java:1.1.0' } }],
    },
    { do: 'until', that: { is: 'gateClosed', app: 'java' } },
    { do: 'warmgate', args: ['open'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      // Three internal Services, and all of two instances.
      guard: { exit: 0, did: { hold: 11, shield: 3 } },
      open: { exit: 0, did: { open: 3, dropLease: 1 }, events: ['Normal GateOpened java'] },
    },
    handed: { 'ws-new': 'current' },
    intact: { java: '1-4' },
  },
};
