import type { Scenario } from '../harness/scenario.ts';
import { missedRelease, tools } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'the incident with sidecars: the nudge that renews the instances leaves every sidecar alone (F4)',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'py',
        min: 4,
        sidecars: [tools()],
      },
    ],
    sessions: [{ name: 'ws-one', app: 'py' }],
  },
  when: [
    ...missedRelease('py', '1.1.0'),
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'py' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { py: '1 claimed, 2-4 current' }, nudges: 1 } },
    handed: { 'ws-new': 'current' },
  },
};
