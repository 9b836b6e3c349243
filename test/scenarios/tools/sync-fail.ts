import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'an operator that hangs: verify fails, SyncFail keeps the stale instances closed, and a new session starts lazily with the new image',
  operators: ['ensure-on-added'],
  tools: ['argo'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    ...sessionWhenReady('ws-old'),
    { do: 'freezeOperator' },
    { do: 'release', as: 'change', apps: [java('1.1.0')], hooks: { timeoutSeconds: 25 } },
    { do: 'startOperator' },
    ...sessionWhenReady('ws-new'),
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'guard 0, verify 0' },
      change: { ok: false, hooks: 'guard 0, verify 1, open 0', says: ['failed with exit code 1'] },
    },
    handed: { 'ws-old': 'current', 'ws-new': 'lazy' },
    gates: ['java'],
    left: ['warmgate-guard', 'warmgate-open', 'warmgate-verify'],
    converged: [],
  },
};
