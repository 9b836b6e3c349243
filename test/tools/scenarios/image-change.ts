import { java } from '../java.ts';
import type { ToolScenario } from '../scenario.ts';

export const scenario: ToolScenario = {
  title:
    'an ordinary image change under a live session: the gate closes before it and stays closed when the guard is gone, nobody is harmed',
  tools: ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'],
  when: [
    { do: 'release', as: 'first', apps: [java()] },
    { do: 'startSession', session: { name: 'ws-old', app: 'java' } },
    { do: 'release', as: 'change', apps: [java('1.1.0')] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    releases: {
      first: { ok: true, hooks: 'verify 0' },
      change: { ok: true, hooks: 'guard 0, verify 0', closedBefore: ['java'], writes: 'some' },
    },
    handed: { 'ws-old': 'current', 'ws-new': 'current' },
    status: 'deployed',
  },
  differs: {
    argo: { status: '', releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
    'argo-inject': { status: '', releases: { first: { ok: true, hooks: 'guard 0, verify 0' } } },
  },
};
