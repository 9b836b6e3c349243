import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title: 'a pool of no instances is named as such, and a namespace without any pool too',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: { apps: [{ name: 'java', min: 0 }] },
  when: [
    { do: 'wait', seconds: 12 },
    { do: 'warmgate', args: ['verify'], as: 'all' },
    { do: 'warmgate', args: ['verify', '--app', 'java'], as: 'named' },
  ],
  expect: {
    runs: {
      all: { exit: 0, has: ['nothingSelected'], writes: 'none' },
      named: { exit: 0, states: { java: '' }, has: ['poolEmpty'], writes: 'none' },
    },
  },
};
