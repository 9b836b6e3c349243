import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'a canary that cannot start (pull, crash loop, image name, missing ConfigMap): the rest stays old, whole and open, the run says why; a good release heals all',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      { name: 'pull', min: 3 },
      { name: 'crash', min: 3 },
      { name: 'name', min: 3 },
      { name: 'config', min: 3 },
    ],
    mayToo: [
      { verb: 'list', resource: 'events' },
      { verb: 'get', resource: 'pods/log' },
    ],
  },
  when: [
    { do: 'image', image: 'registry.example.test/pull:1.1.0', fate: 'pull-error' },
    { do: 'image', image: 'registry.example.test/crash:1.1.0', fate: 'crash' },
    { do: 'image', image: 'registry.example.test/name:1.1.0', fate: 'invalid-image' },
    { do: 'image', image: 'registry.example.test/config:1.1.0', fate: 'missing-config' },
    { do: 'warmgate', args: ['guard', '--gate', '--batch', '1'] },
    newImage('pull', '1.1.0'),
    newImage('crash', '1.1.0'),
    newImage('name', '1.1.0'),
    newImage('config', '1.1.0'),
    { do: 'warmgate', args: ['verify', '--batch', '1'] },
    { do: 'startSession', session: { name: 'ws-pull', app: 'pull' } },
    { do: 'startSession', session: { name: 'ws-crash', app: 'crash' } },
    { do: 'startSession', session: { name: 'ws-name', app: 'name' } },
    { do: 'startSession', session: { name: 'ws-config', app: 'config' } },
    { do: 'warmgate', args: ['guard', '--gate'], as: 'again' },
    newImage('pull', '1.2.0'),
    newImage('crash', '1.2.0'),
    newImage('name', '1.2.0'),
    newImage('config', '1.2.0'),
    { do: 'warmgate', args: ['verify'], as: 'good' },
  ],
  expect: {
    runs: {
      guard: { exit: 0, did: { hold: 44 } },
      verify: {
        exit: 1,
        states: {
          pull: '1 notReady, 2-3 stale',
          crash: '1 notReady, 2-3 stale',
          name: '1 notReady, 2-3 stale',
          config: '1 notReady, 2-3 stale',
        },
        nudges: 0,
        has: ['keptOld', 'gateKept'],
        because: [
          { code: 'canaryFailed', instance: 1, container: 'pull', why: 'ImagePullBackOff' },
          { code: 'canaryFailed', instance: 1, container: 'crash', why: 'CrashLoopBackOff' },
          { code: 'canaryFailed', instance: 1, container: 'name', why: 'InvalidImageName' },
          { code: 'canaryFailed', instance: 1, container: 'config', why: 'CreateContainerConfigError' },
        ],
        evidence: [
          { app: 'pull', instance: 1, event: 'not found' },
          { app: 'crash', instance: 1, event: 'restarting failed container' },
          { app: 'name', instance: 1, event: 'Failed to apply default image tag' },
          { app: 'config', instance: 1, event: 'configmap "oauth2-proxy-config" not found' },
        ],
      },
      again: { exit: 0 },
      good: {
        exit: 0,
        states: {
          pull: '1 current, 2 claimed, 3 current',
          crash: '1 current, 2 claimed, 3 current',
          name: '1 current, 2 claimed, 3 current',
          config: '1 current, 2 claimed, 3 current',
        },
        live: '4 live, 4 untouched, 0 mended, 0 harmed',
      },
    },
    handed: { 'ws-pull': 'stale', 'ws-crash': 'stale', 'ws-name': 'stale', 'ws-config': 'stale' },
    intact: { pull: '2', crash: '2', name: '2', config: '2' },
  },
};
