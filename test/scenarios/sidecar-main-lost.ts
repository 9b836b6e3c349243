import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'F6 beside a sidecar: a lost main Deployment comes back by no pass and no restart: said, and kept from sessions',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'py',
        min: 3,
        sidecars: [tools()],
      },
    ],
  },
  when: [
    { do: 'deletePart', app: 'py', id: 1, part: 'deployment' },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'py' } },
  ],
  expect: {
    runs: {
      verify: {
        exit: 1,
        states: { py: '1 incomplete, 2-3 current' },
        has: ['mainMissingBesideSidecar', 'needsRestart', 'gateKept'],
        nudges: 0,
      },
    },
    handed: { 'ws-new': 'current' },
    gates: ['py'],
  },
};
