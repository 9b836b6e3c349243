import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a failed canary with --on-failure closed keeps sessions lazy, with open gives all instances back; a good release heals both',
  operators: ['ensure-on-added'],
  given: {
    apps: [{ name: 'java', min: 3 }],
    sessions: [{ name: 'ws-one', app: 'java' }],
  },
  when: [
    { do: 'image', image: 'registry.example.test/java:1.1.0', fate: 'invalid-image' },
    { do: 'warmgate', args: ['guard', '--gate', '--batch', '1'] },
    newImage('java', '1.1.0'),
    { do: 'warmgate', args: ['verify', '--batch', '1', '--on-failure', 'closed'], as: 'closed' },
    { do: 'startSession', session: { name: 'ws-lazy', app: 'java' } },
    { do: 'warmgate', args: ['verify', '--batch', '1', '--on-failure', 'open'], as: 'open' },
    { do: 'startSession', session: { name: 'ws-canary', app: 'java' } },
    { do: 'startSession', session: { name: 'ws-old', app: 'java' } },
    { do: 'endSession', name: 'ws-canary' },
    newImage('java', '1.2.0'),
    { do: 'warmgate', args: ['verify'], as: 'good' },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { hold: 6 } },
      closed: {
        exit: 1,
        states: { java: '1 claimed, 2 notReady, 3 stale' },
        has: ['canaryFailed', 'gateKept'],
        lacks: ['keptOld', 'gateForced'],
        did: { unhold: 0, open: 0 },
      },
      open: {
        exit: 1,
        states: { java: '1 claimed, 2-3 stale' },
        has: ['canaryFailed', 'gateForced'],
        did: { dropLease: 1 },
      },
      good: { exit: 0, states: { java: '1 claimed, 2 current, 3 claimed' } },
    },
    handed: { 'ws-lazy': 'lazy', 'ws-old': 'stale' },
    // The good release came without a guard: the operator empties its list (docs/theia-cloud.md#f2), verify mends it.
    sessions: { 'ws-old': { remade: ['emailConfigMap', 'proxyConfigMap'] } },
    intact: { java: '1' },
  },
};
