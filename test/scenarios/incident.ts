import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the incident: the operator was down while the image changed, and verify renews the pool under two live sessions',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: {
    apps: [{ name: 'java', min: 10 }],
    sessions: [
      { name: 'ws-one', app: 'java' },
      { name: 'ws-two', app: 'java' },
    ],
  },
  when: [
    ...missedRelease('java', '1.1.0'),
    { do: 'warmgate', args: ['check'] },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      check: {
        exit: 1,
        states: { java: '1-2 claimed, 3-10 stale' },
        has: ['partStale'],
        writes: 'none',
        looks: 1,
      },
      verify: { exit: 0, states: { java: '1-2 claimed, 3-10 current' }, nudges: 1, writes: 'some' },
    },
    handed: { 'ws-new': 'current' },
  },
  differs: {
    // It renews at its start, and empties the lists of live sessions on the way (docs/theia-cloud.md#f2), which it restores.
    'reconcile-on-added': {
      runs: {
        check: { exit: 0, states: { java: '1-2 claimed, 3-10 current' }, writes: 'none' },
        verify: { exit: 0, states: { java: '1-2 claimed, 3-10 current' }, nudges: 0, writes: 'none' },
      },
    },
    // It claims in the order of names, and never renews.
    upstream: {
      runs: {
        check: {
          exit: 1,
          states: { java: '1 claimed, 2-9 stale, 10 claimed' },
          has: ['upstreamPool', 'imageStale'],
        },
        verify: {
          exit: 1,
          states: { java: '1 claimed, 2-9 stale, 10 claimed' },
          has: ['replaceNotAllowed', 'imageStale'],
          nudges: 0,
          writes: 'trace',
        },
      },
      handed: { 'ws-new': 'stale' },
    },
  },
};
