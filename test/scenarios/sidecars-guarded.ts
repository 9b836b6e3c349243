import type { Scenario } from '../harness/scenario.ts';
import { newImage, tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'F4 with a guard before: shielded sidecars outlive a metadata-only release and a change of the image',
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
    { do: 'warmgate', args: ['guard'] },
    { do: 'touch', app: 'py' },
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'], as: 'touched' },
    { do: 'warmgate', args: ['guard'], as: 'guard again' },
    newImage('py', '1.1.0'),
    { do: 'until', that: { is: 'quiet' } },
    { do: 'warmgate', args: ['verify'], as: 'changed' },
  ],
  expect: {
    runs: {
      guard: { exit: 0 },
      touched: { exit: 0, states: { py: '1 claimed, 2-3 current' }, nudges: 0 },
      'guard again': { exit: 0 },
      changed: { exit: 0, states: { py: '1 claimed, 2-3 current' }, nudges: 0 },
    },
  },
};
