import type { Scenario } from '../../harness/scenario.ts';
import { java } from '../../harness/usual-steps.ts';

const missing = { image: 'registry.example.test/warmgate:nowhere', timeoutSeconds: 5 };

export const scenario: Scenario = {
  title:
    'the image of the hooks cannot be pulled: the Job ends by its own deadline, before the tool loses patience, and the next release works',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'missing', apps: [java()], hooks: missing },
    { do: 'release', as: 'there', apps: [java()] },
  ],
  expect: {
    releases: {
      missing: { ok: false, hooks: 'verify -', says: ['DeadlineExceeded'], seconds: 34 },
      there: { ok: true, hooks: 'guard 0, verify 0' },
    },
    status: 'deployed',
  },
  differs: {
    helm4: {
      releases: { missing: { ok: false, hooks: 'verify -', says: ['message: Job Failed'], seconds: 34 } },
    },
    'helm4-inject': {
      releases: { missing: { ok: false, hooks: 'verify -', says: ['message: Job Failed'], seconds: 44 } },
    },
    argo: {
      status: '',
      releases: {
        missing: {
          ok: false,
          // Neither starts; both have their accounts, though nothing of the sync came to be.
          hooks: 'guard -, open -',
          says: ['Job was active longer than specified deadline'],
        },
      },
    },
  },
};
