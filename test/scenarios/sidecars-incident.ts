import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title: 'the incident with sidecars: the nudge that renews the instances leaves every sidecar alone (F4)',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      {
        name: 'py',
        min: 4,
        sidecars: [{ name: 'tools', image: 'registry.example.test/tools:1', port: 5000 }],
      },
    ],
    sessions: [{ name: 'ws-one', app: 'py' }],
  },
  when: [
    { do: 'stopOperator' },
    { do: 'apply', app: 'py', spec: { image: 'registry.example.test/py:1.1.0' } },
    { do: 'startOperator' },
    { do: 'warmgate', args: ['verify'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'py' } },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { py: '1 claimed, 2-4 current' }, nudges: 1 } },
    handed: { 'ws-new': 'current' },
  },
};
