import type { Scenario } from '../harness/scenario.ts';

export const scenario: Scenario = {
  title:
    'verify --refresh --batch with an image that does not start: the canary fails, the others stay as they were and open',
  operators: ['ensure-on-added'],
  // Pods that run already feel nothing of the image.
  grounds: ['lab'],
  given: { apps: [{ name: 'java', min: 3 }], sessions: [{ name: 'ws-one', app: 'java' }] },
  when: [
    { do: 'image', image: 'registry.example.test/java:1.0.0', fate: 'missing-config' },
    { do: 'warmgate', args: ['verify', '--refresh', '--batch', '1'] },
    { do: 'startSession', session: { name: 'ws-new', app: 'java' } },
  ],
  expect: {
    runs: {
      verify: {
        exit: 1,
        states: { java: '1 claimed, 2 notReady, 3 current' },
        has: ['canaryFailed', 'gateKept'],
        lacks: ['batchLateOnly'],
        because: [{ code: 'canaryFailed', instance: 2, container: 'java' }],
        nudges: 1,
      },
    },
    handed: { 'ws-new': 'current' },
    gates: ['java'],
    intact: { java: '1, 3' },
  },
};
