import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a session that ended while the operator restarted was never released: its residue is found after the restart and renewed',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'py',
        min: 3,
        sidecars: [tools()],
      },
    ],
    sessions: [
      { name: 'ws-one', app: 'py' },
      { name: 'ws-two', app: 'py' },
    ],
    mayToo: [{ verb: 'delete', resource: 'deployments' }],
  },
  when: [
    { do: 'warmgate', args: ['guard'] },
    { do: 'deletePart', app: 'py', id: 3, part: 'sidecarDeployment' },
    {
      do: 'warmgate',
      args: ['verify', '--allow', 'restart-operator'],
      // The Lease, the hold on the third instance, the restart.
      at: [{ write: 3, steps: [{ do: 'killOperator' }, { do: 'endSession', name: 'ws-two' }] }],
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'py' } },
  ],
  expect: {
    runs: {
      guard: { exit: 0 },
      verify: {
        exit: 0,
        states: { py: '1 claimed, 2-3 current' },
        did: { restartOperator: 1, mark: 5, nudge: 1 },
        live: '1 live, 1 untouched, 0 mended, 0 harmed',
      },
    },
    handed: { 'ws-new': 'current' },
    intact: { py: '1' },
  },
};
