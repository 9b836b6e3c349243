import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the release that brings warmgate in changes the image as well: guard has its account before anything of the release is there',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'before', apps: [java()], bare: true },
    { do: 'until', that: { is: 'quiet' } },
    ...sessionWhenReady('ws-old'),
    { do: 'release', as: 'brings', apps: [java('1.1.0')] },
  ],
  expect: {
    releases: {
      before: { ok: true, hooks: '' },
      brings: { ok: true, hooks: 'guard 0, verify 0', closedBefore: ['java'], writes: 'some' },
    },
    handed: { 'ws-old': 'current' },
  },
};
