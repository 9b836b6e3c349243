import type { Scenario } from '../../harness/scenario.ts';
import { java } from '../../harness/usual-steps.ts';

const missing = {
  hookKind: 'Pod',
  image: 'registry.example.test/warmgate:nowhere',
  timeoutSeconds: 5,
} as const;

export const scenario: Scenario = {
  title: 'a hook as a bare Pod whose image cannot be pulled ends by its own deadline as a Job does',
  operators: ['ensure-on-added'],
  tools: ['argo'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()], hooks: { hookKind: 'Pod' } },
    { do: 'release', as: 'missing', apps: [java('1.1.0')], hooks: missing },
    { do: 'release', as: 'there', apps: [java('1.1.0')], hooks: { hookKind: 'Pod' } },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'guard 0, verify 0' },
      missing: {
        ok: false,
        hooks: 'guard -, open -',
        says: ['longer than the specified deadline'],
        seconds: 65,
      },
      there: { ok: true, hooks: 'guard 0, verify 0' },
    },
  },
};
