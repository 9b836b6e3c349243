import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'an image that does not start fails the release; Helm goes back, the pool is on the old image again, sessions never noticed',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'helm4-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    ...sessionWhenReady('ws-old'),
    { do: 'image', image: 'registry.example.test/java:broken', fate: 'pull-error' },
    {
      do: 'release',
      as: 'broken',
      apps: [java('broken')],
      hooks: { timeoutSeconds: 25 },
      rollBackOnFailure: true,
    },
    ...sessionWhenReady('ws-new'),
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      broken: { ok: false, hooks: 'guard 0, verify 1, verify 0' },
    },
    handed: { 'ws-old': 'current', 'ws-new': 'current' },
    status: 'deployed',
    left: ['warmgate-verify'],
  },
};
