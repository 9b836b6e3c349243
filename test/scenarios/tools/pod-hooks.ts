import type { Scenario } from '../../harness/scenario.ts';
import { java } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title: 'hooks as bare Pods: Argo CD shows their one-line verdict, and the next sync takes their place',
  long: true,
  operators: ['ensure-on-added'],
  tools: ['argo', 'argo-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()], hooks: { hookKind: 'Pod' } },
    { do: 'image', image: 'registry.example.test/java:broken', fate: 'pull-error' },
    { do: 'release', as: 'broken', apps: [java('broken')], hooks: { hookKind: 'Pod', timeoutSeconds: 25 } },
    { do: 'release', as: 'mended', apps: [java('1.1.0')], hooks: { hookKind: 'Pod' } },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'guard 0, verify 0' },
      broken: {
        ok: false,
        hooks: 'guard 0, verify 1, open 0',
        says: ['Pod warmgate-verify Failed: warmgate verify: not converged'],
      },
      mended: { ok: true, hooks: 'guard 0, verify 0' },
    },
  },
};
