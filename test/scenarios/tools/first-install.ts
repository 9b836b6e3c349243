import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the very first release brings the operator, the pools and warmgate together, and ends when the pool is ready',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  given: { apps: [], operator: { inRelease: true } },
  when: [{ do: 'release', as: 'first', apps: [java()] }, ...sessionWhenReady('ws-one')],
  expect: {
    releases: { first: { ok: true, hooks: 'verify 0', verdict: ['converged: java, 3 instances current'] } },
    handed: { 'ws-one': 'current' },
    status: 'deployed',
  },
  differs: {
    argo: {
      status: '',
      releases: {
        first: { ok: true, hooks: 'guard 0, verify 0', verdict: ['converged: java, 3 instances current'] },
      },
    },
    'argo-inject': {
      status: '',
      releases: {
        first: { ok: true, hooks: 'guard 0, verify 0', verdict: ['converged: java, 3 instances current'] },
      },
    },
  },
};
