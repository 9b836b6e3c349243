import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'Helm ended half way leaves its Job behind: the next upgrade ends that one with 4 and takes the gate over',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'helm4-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    ...sessionWhenReady('ws-old'),
    { do: 'freezeOperator' },
    {
      do: 'release',
      as: 'stopped',
      apps: [java('1.1.0')],
      at: [{ hook: 'verify', after: 3, steps: [], terminate: true }],
    },
    {
      do: 'release',
      as: 'again',
      apps: [java('1.2.0')],
      at: [{ hook: 'verify', steps: [{ do: 'startOperator', ready: false }] }],
    },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      stopped: { ok: false, hooks: 'guard 0, verify 4', verdict: ['interrupted'] },
      again: { ok: true, hooks: 'guard 0, verify 0' },
    },
    handed: { 'ws-old': 'current' },
    status: 'deployed',
  },
};
