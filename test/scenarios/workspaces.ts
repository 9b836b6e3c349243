import type { Scenario } from '../harness/scenario.ts';
import { missedRelease, tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the incident with workspaces: PVCs and sidecars stay, the rest is renewed, the session keeps its files',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'lab',
        min: 3,
        sidecars: [{ ...tools(), mountWorkspace: true }],
      },
    ],
    sessions: [{ name: 'ws-one', app: 'lab' }],
  },
  when: [
    { do: 'warmgate', args: ['guard'] },
    ...missedRelease('lab', '1.1.0'),
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'lab' } },
  ],
  expect: {
    runs: {
      // Two ConfigMaps, the PVC, both sidecar objects.
      guard: { exit: 0, did: { complete: 5 } },
      verify: { exit: 0, states: { lab: '1 claimed, 2-3 current' }, nudges: 1 },
    },
    handed: { 'ws-new': 'current' },
  },
};
