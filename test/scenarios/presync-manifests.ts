import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'guard --manifests closes the gate of what will change and of nothing else; the pass of the apply harms nobody, verify adopts and opens',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: {
    apps: [
      { name: 'java', min: 4 },
      { name: 'js', min: 2 },
    ],
    sessions: [{ name: 'ws-one', app: 'java' }],
  },
  when: [
    { do: 'image', image: 'registry.example.test/java:1.1.0', fate: 'unschedulable' },
    {
      do: 'warmgate',
      args: ['guard', '--manifests', '-'],
      as: 'unchanged',
      manifests: [{ app: 'java' }, { app: 'js' }],
    },
    {
      do: 'warmgate',
      args: ['guard', '--manifests', 'FILE'],
      manifests: [{ app: 'java', spec: { image: 'registry.example.test/java:1.1.0' } }, { app: 'js' }],
    },
    { do: 'startSession', session: { name: 'ws-js', app: 'js' } },
    {
      do: 'atWrite',
      write: 5,
      steps: [{ do: 'startSession', session: { name: 'ws-amid', app: 'java' } }],
      during: [newImage('java', '1.1.0')],
    },
    {
      do: 'warmgate',
      args: ['verify'],
      // The Lease, adopted.
      at: [{ write: 1, steps: [{ do: 'image', image: 'registry.example.test/java:1.1.0', fate: 'ready' }] }],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      unchanged: { exit: 0, did: { complete: 2, hold: 0, lease: 0 } },
      guard: { exit: 0, did: { complete: 0, hold: 3, lease: 1 }, states: { js: '1-2 current' } },
      verify: {
        exit: 0,
        states: { java: '1 claimed, 2-4 current', js: '1 claimed, 2 current' },
        nudges: 0,
        did: { lease: 1, hold: 0, open: 3, dropLease: 1 },
        live: '3 live, 3 untouched, 0 mended, 0 harmed',
      },
    },
    handed: { 'ws-js': 'current', 'ws-amid': 'lazy', 'ws-new': 'current' },
    intact: { java: '1', js: '1-2' },
  },
};
