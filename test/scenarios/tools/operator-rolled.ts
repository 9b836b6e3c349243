import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'operator and pools in one chart: every upgrade restarts the operator beside the change, and the pool follows all the same',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'helm4-inject'],
  given: { apps: [], operator: { inRelease: true } },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    ...sessionWhenReady('ws-old'),
    { do: 'release', as: 'change', apps: [java('1.1.0')] },
    { do: 'release', as: 'again', apps: [java('1.2.0')] },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      change: { ok: true, hooks: 'guard 0, verify 0' },
      again: { ok: true, hooks: 'guard 0, verify 0' },
    },
    handed: { 'ws-old': 'current' },
    status: 'deployed',
  },
};
