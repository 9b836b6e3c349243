import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'open --expired leaves young gates alone, opens what is current behind an expired one, and holds on, with a warning, what is stale',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      { name: 'java', min: 3 },
      { name: 'js', min: 2 },
    ],
  },
  when: [
    { do: 'image', image: 'registry.example.test/java:1.1.0', fate: 'pull-error' },
    { do: 'warmgate', args: ['guard', '--gate'] },
    newImage('java', '1.1.0'),
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['open', '--expired'], as: 'young' },
    { do: 'ageGate', app: 'java', seconds: 3700 },
    { do: 'ageGate', app: 'js', seconds: 3700 },
    { do: 'warmgate', args: ['open', '--expired'], as: 'expired' },
    { do: 'startSession', session: { name: 'ws-java', app: 'java' } },
    { do: 'startSession', session: { name: 'ws-js', app: 'js' } },
    { do: 'warmgate', args: ['open', '--expired'], as: 'renewed' },
    { do: 'image', image: 'registry.example.test/java:1.1.0', fate: 'ready' },
    { do: 'until', that: { is: 'ready', app: 'java' } },
    { do: 'ageGate', app: 'java', seconds: 3700 },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { hold: 5 } },
      young: { exit: 0, writes: 'none' },
      expired: {
        exit: 0,
        has: ['gateKept'],
        did: { open: 2, dropLease: 1, lease: 1 },
        events: ['Normal GateOpened js', 'Warning GateKeptClosed java'],
      },
      renewed: { exit: 0, writes: 'none' },
      verify: { exit: 0, did: { open: 3, dropLease: 1, hold: 0 }, nudges: 0 },
    },
    handed: { 'ws-java': 'lazy', 'ws-js': 'current' },
    intact: { js: '1-2' },
  },
};
