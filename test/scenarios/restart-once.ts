import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a restart of the operator that does not help is not tried again: the instance stays closed, the run says what it needs',
  operators: ['ensure-on-added'],
  grounds: ['lab'],
  given: {
    apps: [
      {
        name: 'py',
        min: 2,
        sidecars: [tools()],
      },
    ],
    sessions: [{ name: 'ws-one', app: 'py' }],
    mayToo: [{ verb: 'delete', resource: 'deployments' }],
  },
  when: [
    { do: 'deletePart', app: 'py', id: 2, part: 'sidecarDeployment' },
    {
      do: 'fault',
      rule: { user: 'operator', verb: 'create', kind: 'Deployment', fault: { type: 'status', code: 500 } },
    },
    { do: 'warmgate', args: ['verify', '--allow', 'restart-operator'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'py' } },
  ],
  expect: {
    runs: {
      verify: {
        exit: 1,
        states: { py: '1 claimed, 2 incomplete' },
        has: ['needsRestart', 'gateKept'],
        did: { restartOperator: 1 },
      },
    },
    handed: { 'ws-new': 'failed' },
    gates: ['py'],
    intact: { py: '1' },
  },
};
