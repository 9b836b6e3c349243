import type { Scenario } from '../../harness/scenario.ts';
import { java } from '../../harness/usual-steps.ts';

const short = { timeoutSeconds: 15 };

export const scenario: Scenario = {
  title:
    'a rollback that cannot be verified is told and still deployed, never pending: the next upgrade goes through',
  long: true,
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'helm4-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()], hooks: short },
    { do: 'release', as: 'change', apps: [java('1.1.0')] },
    { do: 'stopOperator' },
    { do: 'rollback', as: 'back' },
    { do: 'startOperator' },
    { do: 'release', as: 'again', apps: [java('1.2.0')] },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      change: { ok: true, hooks: 'guard 0, verify 0' },
      back: { ok: true, hooks: 'verify 0', verdict: ['cannot verify'] },
      again: { ok: true, hooks: 'guard 0, verify 0' },
    },
    status: 'deployed',
  },
};
