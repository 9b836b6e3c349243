import type { Scenario } from '../../harness/scenario.ts';
import { java } from '../../harness/usual-steps.ts';

const hooks = Array.from({ length: 6 }, () => 'guard 0, verify 1, open 0').join(', ');

export const scenario: Scenario = {
  title:
    'an automated sync tries six times against an operator that hangs: all of them together nudge no more often than one may',
  long: true,
  operators: ['ensure-on-added'],
  tools: ['argo'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'freezeOperator' },
    { do: 'release', as: 'storm', apps: [java('1.1.0')], hooks: { timeoutSeconds: 20 }, retry: 5 },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'guard 0, verify 0' },
      storm: { ok: false, hooks, nudges: 2 },
    },
    gates: ['java'],
    left: ['warmgate-guard', 'warmgate-open', 'warmgate-verify'],
    converged: [],
  },
};
