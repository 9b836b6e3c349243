import type { Scenario } from '../../harness/scenario.ts';
import { java } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the very first sync fails before anything of it is there: open runs under an account of its own all the same',
  operators: ['ensure-on-added'],
  tools: ['argo', 'argo-inject'],
  given: { apps: [], operator: { inRelease: true } },
  when: [
    { do: 'release', as: 'strict', apps: [java()], hooks: { guardFlags: ['--strict'] } },
    { do: 'release', as: 'again', apps: [java()] },
  ],
  expect: {
    releases: {
      strict: { ok: false, hooks: 'guard 3, open 0' },
      again: { ok: true, hooks: 'guard 0, verify 0', verdict: ['converged: java, 3 instances current'] },
    },
  },
  differs: {
    'argo-inject': {
      releases: {
        // It is told which pools are the sync's, and they did not come to be.
        strict: { ok: false, hooks: 'guard 3, open 2' },
        again: { ok: true, hooks: 'guard 0, verify 0', verdict: ['converged: java, 3 instances current'] },
      },
    },
  },
};
