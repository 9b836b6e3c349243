import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'residue where instances have a workspace: all but its files is renewed, and it is said that they stay',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'lab',
        min: 2,
        sidecars: [{ ...tools(), mountWorkspace: true }],
      },
    ],
    sessions: [{ name: 'ws-one', app: 'lab' }],
  },
  when: [
    { do: 'warmgate', args: ['guard'] },
    { do: 'stopOperator' },
    { do: 'endSession', name: 'ws-one' },
    { do: 'startOperator' },
    { do: 'warmgate', args: ['check'] },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'lab' } },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { complete: 5 } },
      check: {
        exit: 1,
        states: { lab: '1 residue, 2 current' },
        has: ['residueAllowList', 'residueWorkspace'],
      },
      verify: {
        exit: 0,
        states: { lab: '1-2 current' },
        nudges: 1,
        did: { mark: 5 },
        has: ['workspaceKept'],
      },
    },
    handed: { 'ws-new': 'current' },
  },
};
