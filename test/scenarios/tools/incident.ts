import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the incident: the operator is down while the image changes and comes back during verify, which renews the pool by one nudge; the next release has nothing to do',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    ...sessionWhenReady('ws-old'),
    { do: 'stopOperator' },
    {
      do: 'release',
      as: 'change',
      apps: [java('1.1.0')],
      at: [{ hook: 'verify', after: 1, steps: [{ do: 'startOperator', ready: false }] }],
    },
    { do: 'release', as: 'second', apps: [java('1.1.0')] },
    ...sessionWhenReady('ws-new'),
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      change: { ok: true, hooks: 'guard 0, verify 0', nudges: 1 },
      second: { ok: true, hooks: 'guard 0, verify 0', writes: 'none' },
    },
    handed: { 'ws-old': 'current', 'ws-new': 'current' },
  },
  differs: {
    argo: { releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
    'argo-inject': { releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
  },
};
