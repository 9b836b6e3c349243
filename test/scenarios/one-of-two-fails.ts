import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'of two AppDefinitions one cannot start: the other converges and opens, the failing one is named and stays closed',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: {
    apps: [
      { name: 'broken', min: 3 },
      { name: 'java', min: 3 },
    ],
    sessions: [{ name: 'ws-one', app: 'broken' }],
  },
  when: [
    { do: 'image', image: 'registry.example.test/broken:1.1.0', fate: 'pull-error' },
    { do: 'stopOperator' },
    newImage('broken', '1.1.0'),
    newImage('java', '1.1.0'),
    { do: 'startOperator' },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-java', app: 'java' } },
    { do: 'startSession', session: { name: 'ws-broken', app: 'broken' } },
  ],
  expect: {
    runs: {
      verify: {
        exit: 1,
        states: { broken: '1 claimed, 2-3 notReady', java: '1-3 current' },
        has: ['podFailing', 'gateKept'],
        nudges: 2,
        seconds: 120,
      },
    },
    handed: { 'ws-java': 'current', 'ws-broken': 'lazy' },
    gates: ['broken'],
  },
  differs: {
    // It renewed the pool before anybody could close a gate.
    'reconcile-on-added': {
      runs: {
        verify: {
          exit: 1,
          states: { broken: '1 claimed, 2-3 notReady', java: '1-3 current' },
          has: ['podFailing'],
          nudges: 0,
        },
      },
      handed: { 'ws-java': 'current', 'ws-broken': 'current' },
      gates: [],
    },
    upstream: {
      runs: {
        verify: {
          exit: 1,
          states: { broken: '1 claimed, 2-3 stale', java: '1-3 stale' },
          has: ['replaceNotAllowed'],
        },
      },
      handed: { 'ws-java': 'stale', 'ws-broken': 'stale' },
      gates: [],
    },
  },
};
