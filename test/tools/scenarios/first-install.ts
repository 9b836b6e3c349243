import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'the very first release brings the operator, the pools and warmgate together, and ends when the pool is ready',
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  operatorInRelease: true,
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'startSession', session: { name: 'ws-one', app: 'java' } },
  ],
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
