import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'an image that does not start fails the release; Helm goes back, the pool is on the old image again, sessions never noticed',
  tools: ['helm3', 'helm4', 'helm4-inject'],
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'startSession', session: { name: 'ws-old', app: 'java' } },
    { do: 'image', image: 'registry.example.test/java:broken', fate: 'pull-error' },
    {
      do: 'release',
      as: 'broken',
      apps: [java('broken')],
      hooks: { timeoutSeconds: 25 },
      rollBackOnFailure: true,
    },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
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
