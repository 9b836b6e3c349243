import type { Scenario } from '../../harness/scenario.ts';
import { java } from '../../harness/usual-steps.ts';

const incident = {
  do: 'release',
  as: 'change',
  apps: [java('1.1.0')],
  emptyAnnotations: true,
  tracking: 'label',
  at: [{ hook: 'verify', after: 1, steps: [{ do: 'startOperator', ready: false }] }],
} as const;

export const scenario: Scenario = {
  title:
    'the application stays Synced after a nudge, also with an empty map of annotations in Git and by server-side diff, and the next sync writes nothing',
  long: true,
  operators: ['ensure-on-added'],
  tools: ['argo'],
  given: { apps: [] },
  when: [
    { do: 'release', as: 'first', apps: [java()], emptyAnnotations: true, tracking: 'label' },
    { do: 'stopOperator' },
    incident,
    { do: 'diff', as: 'three-way', tracking: 'label' },
    { do: 'diff', as: 'server-side', tracking: 'label', serverSide: true },
    { do: 'release', as: 'second', apps: [java('1.1.0')], emptyAnnotations: true, tracking: 'label' },
    {
      do: 'release',
      as: 'applied',
      apps: [java('1.1.0')],
      emptyAnnotations: true,
      tracking: 'label',
      serverSide: true,
    },
    { do: 'diff', as: 'after-apply', tracking: 'label', serverSide: true },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'guard 0, verify 0' },
      change: { ok: true, hooks: 'guard 0, verify 0', nudges: 1 },
      'three-way': { ok: true, hooks: '' },
      'server-side': { ok: true, hooks: '' },
      second: { ok: true, hooks: 'guard 0, verify 0', writes: 'none' },
      applied: { ok: true, hooks: 'guard 0, verify 0', writes: 'none' },
      'after-apply': { ok: true, hooks: '' },
    },
  },
};
