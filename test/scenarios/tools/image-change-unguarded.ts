import type { Scenario } from '../../harness/scenario.ts';
import { java, sessionWhenReady } from '../../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'an image change without guard empties the list of a live session, as the operator does (F2), and verify mends it',
  operators: ['ensure-on-added'],
  tools: ['helm3', 'helm4', 'argo'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()], hooks: { guard: false } },
    ...sessionWhenReady('ws-old'),
    { do: 'release', as: 'change', apps: [java('1.1.0')], hooks: { guard: false } },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      // 6 where the operator's pass began after verify's first look: the session's ConfigMaps were remade during the run.
      change: { hooks: ['verify 0', 'verify 6'], nudges: 0, writes: 'some' },
    },
    left: 'any',
    handed: { 'ws-old': 'current' },
    sessions: { 'ws-old': { remade: ['emailConfigMap', 'proxyConfigMap'] } },
  },
  differs: {
    argo: {
      left: 'any',
      releases: { change: { hooks: ['verify 0', 'verify 6, open 0'], nudges: 0, writes: 'some' } },
    },
  },
};
