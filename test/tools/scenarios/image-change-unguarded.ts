import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'an image change without guard empties the list of a live session, as the operator does (F2), and verify mends it',
  tools: ['helm3', 'helm4', 'argo'],
  when: [
    { do: 'release', as: 'first', apps: [java()], hooks: { guard: false } },
    { do: 'startSession', session: { name: 'ws-old', app: 'java' } },
    { do: 'release', as: 'change', apps: [java('1.1.0')], hooks: { guard: false } },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      change: { ok: true, hooks: 'verify 0', nudges: 0, writes: 'some' },
    },
    handed: { 'ws-old': 'current' },
    sessions: { 'ws-old': { remade: ['proxyConfigMap', 'emailConfigMap'] } },
  },
};
