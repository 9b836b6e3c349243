import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

const bundle = { bundle: true } as const;

export const scenario: Scenario = {
  title:
    'warmgate as a release of its own beside the pools, without a registry: its program comes from the release, and it renews what the pools missed',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'pools', apps: [java()], bare: true },
    { do: 'releaseBeside', as: 'first', hooks: bundle },
    ...sessionWhenReady('ws-old'),
    { do: 'stopOperator' },
    { do: 'release', as: 'change', apps: [java('1.1.0')], bare: true },
    { do: 'startOperator' },
    { do: 'releaseBeside', as: 'second', hooks: bundle },
  ],
  expect: {
    releases: {
      pools: { ok: true, hooks: '' },
      first: { ok: true, hooks: 'verify 0' },
      change: { ok: true, hooks: '' },
      second: { ok: true, hooks: 'guard 0, verify 0', nudges: 1 },
    },
    handed: { 'ws-old': 'current' },
    status: 'deployed',
  },
};
