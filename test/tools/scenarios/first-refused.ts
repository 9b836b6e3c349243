import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'the very first sync fails before anything of it is there: open runs under an account of its own all the same',
  tools: ['argo', 'argo-inject'],
  operatorInRelease: true,
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
