import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'an ordinary image change under a live session: the gate closes before it and stays closed when the guard is gone, nobody is harmed',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    ...sessionWhenReady('ws-old'),
    { do: 'release', as: 'change', apps: [java('1.1.0')] },
    ...sessionWhenReady('ws-new'),
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      change: { ok: true, hooks: 'guard 0, verify 0', closedBefore: ['java'], writes: 'some' },
    },
    handed: { 'ws-old': 'current', 'ws-new': 'current' },
    status: 'deployed',
  },
  differs: {
    argo: { status: '', releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
    'argo-inject': { status: '', releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
  },
};
