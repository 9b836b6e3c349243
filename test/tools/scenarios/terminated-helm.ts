import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'Helm ended half way leaves its Job behind: the next upgrade ends that one with 4 and takes the gate over',
  tools: ['helm3', 'helm4', 'helm4-inject'],
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
