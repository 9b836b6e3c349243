import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'sidecars that a pass deleted or left stale come back by one restart of the operator, where that is allowed and no claim is in flight',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'py',
        min: 2,
        sidecars: [tools()],
      },
      {
        name: 'rb',
        min: 2,
        sidecars: [tools()],
      },
      { name: 'js', min: 1 },
    ],
    sessions: [{ name: 'ws-one', app: 'rb' }],
    mayToo: [{ verb: 'delete', resource: 'deployments' }],
  },
  when: [
    { do: 'warmgate', args: ['guard', '--app', 'rb'] },
    // F4: all sidecar Deployments of py go. Those of rb are shielded, and stay as they are.
    { do: 'touch', app: 'py' },
    {
      do: 'apply',
      app: 'rb',
      spec: { sidecars: [tools('2')] },
    },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'], as: 'not allowed' },
    { do: 'startSession', session: { name: 'ws-js', app: 'js' } },
    { do: 'sessionStatus', name: 'ws-js', status: 'HANDLING' },
    { do: 'background', args: ['verify', '--allow', 'restart-operator'], as: 'allowed' },
    { do: 'wait', seconds: 45 },
    { do: 'sessionStatus', name: 'ws-js', status: 'HANDLED' },
    { do: 'end', as: 'allowed' },
    { do: 'startSession', session: { name: 'ws-py', app: 'py' } },
    { do: 'startSession', session: { name: 'ws-rb', app: 'rb' } },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { shield: 1 } },
      'not allowed': {
        exit: 1,
        states: { py: '1-2 incomplete', rb: '1 claimed, 2 stale', js: '1 current' },
        has: ['sidecarMissing', 'sidecarStale', 'needsRestart'],
        did: { restartOperator: 0, removeSidecar: 0 },
      },
      allowed: {
        exit: 0,
        states: { py: '1-2 current', rb: '1 claimed, 2 current', js: '1 claimed' },
        did: { restartOperator: 1, removeSidecar: 1, nudge: 0 },
        atLeastSeconds: 45,
        live: '2 live, 2 untouched, 0 mended, 0 harmed',
      },
    },
    handed: { 'ws-js': 'current', 'ws-py': 'current', 'ws-rb': 'current' },
    intact: { rb: '1', js: '1' },
  },
};
