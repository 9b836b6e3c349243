import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'a new AppDefinition, applied while the operator starts: verify waits for its pool and has nothing to do',
  operators: ['ensure-on-added', 'reconcile-on-added', 'upstream'],
  given: { apps: [{ name: 'java', min: 1 }] },
  when: [
    { do: 'stopOperator' },
    { do: 'createApp', app: { name: 'fresh', min: 4 } },
    { do: 'startOperator', ready: false },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'fresh' } },
  ],
  expect: {
    runs: {
      verify: { exit: 0, states: { fresh: '1-4 current', java: '1 current' }, nudges: 0 },
    },
    handed: { 'ws-new': 'current' },
  },
};
