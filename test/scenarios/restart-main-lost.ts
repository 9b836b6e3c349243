import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'main parts lost beside a sidecar: a Service comes back by a nudge, a Deployment by the one restart that is allowed',
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
    ],
    sessions: [{ name: 'ws-one', app: 'py' }],
    mayToo: [{ verb: 'delete', resource: 'deployments' }],
  },
  when: [
    { do: 'deletePart', app: 'py', id: 2, part: 'deployment' },
    { do: 'deletePart', app: 'rb', id: 1, part: 'internalService' },
    { do: 'warmgate', args: ['verify'], as: 'not allowed' },
    { do: 'warmgate', args: ['verify', '--allow', 'restart-operator'], as: 'allowed' },
    { do: 'startSession', session: { name: 'ws-py', app: 'py' } },
    { do: 'startSession', session: { name: 'ws-rb', app: 'rb' } },
  ],
  expect: {
    runs: {
      'not allowed': {
        exit: 1,
        states: { py: '1 claimed, 2 incomplete', rb: '1-2 current' },
        has: ['mainMissingBesideSidecar', 'needsRestart', 'gateKept'],
        did: { restartOperator: 0, removeSibling: 2 },
      },
      allowed: {
        exit: 0,
        states: { py: '1 claimed, 2 current', rb: '1-2 current' },
        did: { restartOperator: 1, removeSidecar: 1 },
        live: '1 live, 1 untouched, 0 mended, 0 harmed',
      },
    },
    handed: { 'ws-py': 'current', 'ws-rb': 'current' },
    intact: { py: '1' },
  },
};
