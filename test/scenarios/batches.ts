import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'behind guard --batch the canary goes first, then batch by batch, and the last is current, too',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 6 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    {
      do: 'warmgate',
      args: ['guard', '--manifests', 'FILE', '--batch', '2'],
      manifests: [{ app: 'java', spec: { image: 'registry.example.test/java:1.1.0' } }],
    },
    newImage('java', '1.1.0'),
    { do: 'startSession', session: { name: 'ws-early', app: 'java' } },
    { do: 'warmgate', args: ['verify', '--batch', '2'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      // Five internal Services, and four more parts of each of the last three.
      guard: { exit: 0, did: { hold: 17, complete: 2 } },
      verify: {
        exit: 0,
        states: { java: '1 claimed, 2-6 current' },
        nudges: 2,
        lacks: ['batchLateOnly'],
        live: '2 live, 2 untouched, 0 mended, 0 harmed',
      },
    },
    handed: { 'ws-early': 'lazy', 'ws-new': 'current' },
    intact: { java: '1' },
  },
};
