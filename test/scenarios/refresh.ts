import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'verify --refresh: a new image under the same tag reaches every free instance, batch by batch, and no session',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  grounds: ['lab'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'retag', image: 'registry.example.test/java:1.0.0' },
    // A release restarts its pod, with the new image.
    { do: 'startSession', session: { name: 'ws-brief', app: 'java' } },
    { do: 'endSession', name: 'ws-brief' },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'until', that: { is: 'ready', app: 'java' } },
    { do: 'wait', seconds: 10 },
    { do: 'warmgate', args: ['check'] },
    { do: 'warmgate', args: ['check', '--require-same-digest'], as: 'strict' },
    { do: 'warmgate', args: ['verify', '--refresh', '--batch', '2', '--require-same-digest'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      check: { exit: 0, states: { java: '1 claimed, 2-4 current' }, has: ['digestsDiffer'] },
      strict: { exit: 1, has: ['digestsRequired'] },
      verify: {
        exit: 0,
        states: { java: '1 claimed, 2-4 current' },
        // Two instances of five labelled parts, then one.
        did: { mark: 15, nudge: 2 },
        lacks: ['digestsDiffer', 'digestsRequired'],
        live: '1 live, 1 untouched, 0 mended, 0 harmed',
      },
    },
    handed: { 'ws-new': 'current' },
    intact: { java: '1' },
  },
};
