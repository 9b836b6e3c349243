import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'releases that change nothing reuse the names of the hooks and, once the claim is complete, write nothing at all',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    ...sessionWhenReady('ws-one'),
    { do: 'release', as: 'second', apps: [java()] },
    { do: 'release', as: 'third', apps: [java()] },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      second: { ok: true, hooks: 'guard 0, verify 0', nudges: 0 },
      third: { ok: true, hooks: 'guard 0, verify 0', writes: 'none' },
    },
    handed: { 'ws-one': 'current' },
    status: 'deployed',
  },
  differs: {
    argo: { status: '', releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
    'argo-inject': { status: '', releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
  },
};
