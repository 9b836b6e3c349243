import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'the release that brings warmgate in changes the image as well: guard has its account before anything of the release is there',
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  when: [
    { do: 'release', as: 'before', apps: [java()], bare: true },
    { do: 'quiet' },
    { do: 'startSession', session: { name: 'ws-old', app: 'java' } },
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
