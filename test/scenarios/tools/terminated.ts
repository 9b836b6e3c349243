import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a sync terminated half way: verify stops acting, says what it saw and exits 4; the next sync takes the gate over',
  operators: ['ensure-on-added'],
  tools: ['argo', 'argo-inject'],
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
    { do: 'startOperator' },
    { do: 'release', as: 'again', apps: [java('1.1.0')] },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'guard 0, verify 0' },
      stopped: {
        ok: false,
        hooks: 'guard 0, verify 4',
        says: ['Operation terminated'],
        verdict: ['interrupted'],
      },
      again: { ok: true, hooks: 'guard 0, verify 0' },
    },
    handed: { 'ws-old': 'current' },
  },
};
