import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'the incident: the operator is down while the image changes and comes back during verify, which renews the pool by one nudge; the next release has nothing to do',
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'startSession', session: { name: 'ws-old', app: 'java' } },
    { do: 'stopOperator' },
    {
      do: 'release',
      as: 'change',
      apps: [java('1.1.0')],
      at: [{ hook: 'verify', after: 1, steps: [{ do: 'startOperator', ready: false }] }],
    },
    { do: 'release', as: 'second', apps: [java('1.1.0')] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
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
