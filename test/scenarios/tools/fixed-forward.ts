import type { Scenario } from '../../harness/scenario.ts';
import { java } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a release fails on an image that does not start and the next one mends it: the failed Job is evidence until then, its name is used again',
  long: true,
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'image', image: 'registry.example.test/java:broken', fate: 'pull-error' },
    { do: 'release', as: 'broken', apps: [java('broken')], hooks: { timeoutSeconds: 25 } },
    { do: 'startSession', session: { name: 'ws-between', app: 'java' } },
    { do: 'release', as: 'mended', apps: [java('1.1.0')] },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      broken: { ok: false, hooks: 'guard 0, verify 1' },
      mended: { ok: true, hooks: 'guard 0, verify 0' },
    },
    handed: { 'ws-between': 'lazy' },
    status: 'deployed',
  },
  differs: {
    // Helm 3 prints the log of a hook that failed.
    helm3: {
      releases: {
        broken: { ok: false, hooks: 'guard 0, verify 1', says: ['not converged: java', '(exit 1)'] },
      },
    },
    argo: {
      status: '',
      releases: {
        first: { ok: true, hooks: 'guard 0, verify 0' },
        broken: { ok: false, hooks: 'guard 0, verify 1, open 0', says: ['failed with exit code 1'] },
      },
    },
    'argo-inject': {
      status: '',
      releases: {
        first: { ok: true, hooks: 'guard 0, verify 0' },
        broken: { ok: false, hooks: 'guard 0, verify 1, open 0', says: ['failed with exit code 1'] },
      },
    },
  },
};
