import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'an operator that reconciles at every event never leaves a sidecar alive (F4): such a pool is named, never green',
  operators: ['reconcile-on-added'],
  given: { apps: [{ name: 'java', min: 1 }] },
  when: [
    {
      do: 'createApp',
      app: {
        name: 'py',
        min: 2,
        sidecars: [tools()],
      },
    },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      verify: {
        exit: 1,
        states: { java: '1 current', py: '1-2 incomplete' },
        has: ['sidecarMissing', 'needsRestart'],
        nudges: 0,
      },
    },
    gates: ['py'],
  },
};
