import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'an operator that hangs: verify fails, SyncFail keeps the stale instances closed, and a new session starts lazily with the new image',
  tools: ['argo'],
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'startSession', session: { name: 'ws-old', app: 'java' } },
    { do: 'freezeOperator' },
    { do: 'release', as: 'change', apps: [java('1.1.0')], hooks: { timeoutSeconds: 25 } },
    { do: 'startOperator' },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
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
