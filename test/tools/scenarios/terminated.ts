import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'a sync terminated half way: verify stops acting, says what it saw and exits 4; the next sync takes the gate over',
  tools: ['argo', 'argo-inject'],
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'startSession', session: { name: 'ws-old', app: 'java' } },
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
