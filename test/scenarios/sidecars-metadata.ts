import type { Scenario } from '../harness/scenario.ts';
import { tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'F4: a metadata-only release took all sidecars: never green; only a restart of the operator brings them back',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'py',
        min: 3,
        sidecars: [tools()],
      },
    ],
    sessions: [{ name: 'ws-one', app: 'py' }],
  },
  when: [
    { do: 'touch', app: 'py' },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      verify: {
        // The live session lost its sidecars to that release, too.
        exit: 6,
        states: { py: '1 claimed, 2-3 incomplete' },
        has: ['sidecarMissing', 'needsRestart', 'harmedBefore'],
        nudges: 0,
      },
    },
    gates: ['py'],
  },
};
