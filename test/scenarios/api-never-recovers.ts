import type { Scenario } from '../harness/scenario.ts';
import { missedRelease } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'an API that never recovers: cannot verify, with its own reason, never stale; what was begun is finished by the next run',
  operators: ['ensure-on-added'],
  grounds: ['lab'],
  given: { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    ...missedRelease('java', '1.1.0'),
    { do: 'fault', rule: { kind: 'Service', verb: 'list', fault: { type: 'status', code: 503 } } },
    { do: 'warmgate', args: ['verify', '--timeout', '30s'], as: 'from the start' },
    { do: 'clearFaults' },
    {
      do: 'warmgate',
      args: ['verify', '--timeout', '60s'],
      as: 'in the middle',
      // The gate is closed; from then on every request fails.
      at: [{ write: 4, steps: [{ do: 'fault', rule: { fault: { type: 'reset' } } }] }],
    },
    { do: 'clearFaults' },
    { do: 'warmgate', args: ['verify'], as: 'afterwards' },
  ],
  expect: {
    runs: {
      'from the start': { exit: 3, says: ['list services'], writes: 'none', atLeastSeconds: 28, seconds: 80 },
      'in the middle': { exit: 3, says: ['cannot reach'], seconds: 90 },
      afterwards: { exit: 0, states: { java: '1 claimed, 2-4 current' }, nudges: 1 },
    },
  },
};
