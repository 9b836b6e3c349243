import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'releases that change nothing reuse the names of the hooks and, once the claim is complete, write nothing at all',
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'startSession', session: { name: 'ws-one', app: 'java' } },
    { do: 'release', as: 'second', apps: [java()] },
    { do: 'release', as: 'third', apps: [java()] },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      second: { ok: true, hooks: 'guard 0, verify 0', nudges: 0 },
      third: { ok: true, hooks: 'guard 0, verify 0', writes: 'none' },
    },
    handed: { 'ws-one': 'current' },
    status: 'deployed',
  },
  differs: {
    argo: { status: '', releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
    'argo-inject': { status: '', releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
  },
};
