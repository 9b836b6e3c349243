import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a canary that nothing lets start (no node, no quota, a probe that never answers, a crash): waited for until the deadline, then as any other',
  operators: ['ensure-on-added'],
  grounds: ['lab'],
  given: {
    apps: [
      { name: 'node', min: 3 },
      { name: 'quota', min: 3 },
      { name: 'probe', min: 3 },
      { name: 'loop', min: 3 },
    ],
    mayToo: [
      { verb: 'list', resource: 'events' },
      { verb: 'get', resource: 'pods/log' },
    ],
  },
  when: [
    { do: 'image', image: 'registry.example.test/node:1.1.0', fate: 'unschedulable' },
    { do: 'image', image: 'registry.example.test/quota:1.1.0', fate: 'over-quota' },
    { do: 'image', image: 'registry.example.test/probe:1.1.0', fate: 'not-ready' },
    { do: 'image', image: 'registry.example.test/loop:1.1.0', fate: 'crash' },
    { do: 'warmgate', args: ['guard', '--gate', '--batch', '1'] },
    newImage('node', '1.1.0'),
    newImage('quota', '1.1.0'),
    newImage('probe', '1.1.0'),
    newImage('loop', '1.1.0'),
    { do: 'warmgate', args: ['verify', '--batch', '1', '--timeout', '1m'] },
    { do: 'startSession', session: { name: 'ws-node', app: 'node' } },
    { do: 'startSession', session: { name: 'ws-quota', app: 'quota' } },
    { do: 'startSession', session: { name: 'ws-probe', app: 'probe' } },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { hold: 44 } },
      verify: {
        exit: 1,
        states: {
          node: '1 notReady, 2-3 stale',
          quota: '1 notReady, 2-3 stale',
          probe: '1 notReady, 2-3 stale',
          loop: '1 notReady, 2-3 stale',
        },
        nudges: 0,
        has: ['timedOut', 'keptOld', 'gateKept'],
        because: [
          { code: 'canaryFailed', instance: 1, container: '', why: 'Unschedulable' },
          { code: 'canaryFailed', instance: 1, container: '', why: 'FailedCreate' },
          { code: 'canaryFailed', instance: 1, container: 'probe', why: 'not Ready' },
          { code: 'canaryFailed', instance: 1, container: 'loop', why: 'CrashLoopBackOff' },
        ],
        evidence: [
          { app: 'node', instance: 1, event: 'Insufficient memory' },
          { app: 'quota', instance: 1, event: 'exceeded quota' },
          { app: 'probe', instance: 1, event: 'Readiness probe failed' },
          { app: 'loop', instance: 1, event: 'restarting failed container', log: 'not writable' },
        ],
      },
    },
    handed: { 'ws-node': 'stale', 'ws-quota': 'stale', 'ws-probe': 'stale' },
    gates: ['node', 'quota', 'probe', 'loop'],
    intact: { node: '2-3', quota: '2-3', probe: '2-3', loop: '2-3' },
  },
};
