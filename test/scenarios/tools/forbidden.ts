import type { Scenario } from '../../harness/scenario.ts';
import { java } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'a right that the Role lacks fails the release that needs it, with the name of the right',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'argo'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'stopOperator' },
    {
      do: 'release',
      as: 'change',
      apps: [java('1.1.0')],
      without: { verb: 'patch', resource: 'services' },
      hooks: { timeoutSeconds: 25 },
      at: [{ hook: 'verify', steps: [{ do: 'startOperator', ready: false }] }],
    },
    { do: 'release', as: 'again', apps: [java('1.1.0')] },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      change: { ok: false, hooks: 'guard 0, verify 1', nudges: 0, verdict: ['patch services'] },
      again: { ok: true, hooks: 'guard 0, verify 0' },
    },
  },
  differs: {
    argo: {
      releases: {
        first: { ok: true, hooks: 'guard 0, verify 0' },
        change: { ok: false, hooks: 'guard 0, verify 1, open 0', nudges: 0 },
      },
    },
  },
};
