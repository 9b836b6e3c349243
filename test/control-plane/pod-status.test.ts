import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { digestOfName, outcomes, podStatus, warningOf } from './pod-status.ts';

const now = '2026-11-30T12:00:00Z';
const pod: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'instance-1-java', uid: 'u1' },
  spec: {
    containers: [
      { name: 'oauth2-proxy', image: 'proxy:1' },
      { name: 'java', image: 'java:1' },
    ],
  },
};

test('a ready pod runs every container, each with a digest made from its image', () => {
  const status = read({ outcome: 'ready' });
  assert.is(status.phase, 'Running');
  assert.is(condition(status, 'Ready').status, 'True');
  assert.is(status.containerStatuses[1].imageID, `java:1@sha256:${digestOfName('java:1')}`);
  assert.ok(status.containerStatuses.every(({ ready }: { ready: boolean }) => ready));
});

test('one image that cannot be pulled leaves the other container running and the pod not ready', () => {
  const status = read({ outcome: 'pull-error' });
  assert.is(status.phase, 'Pending');
  assert.is(condition(status, 'Ready').reason, 'ContainersNotReady');
  assert.is(status.containerStatuses[0].ready, true);
  assert.is(status.containerStatuses[1].state.waiting.reason, 'ImagePullBackOff');
  assert.is(status.containerStatuses[1].imageID, '');
});

test('a failed readiness probe leaves the container running, not ready', () => {
  const status = read({ outcome: 'not-ready' });
  assert.is(status.phase, 'Running');
  assert.equal(Object.keys(status.containerStatuses[1].state), ['running']);
  assert.equal(
    status.containerStatuses.map(({ ready }: { ready: boolean }) => ready),
    [true, false],
  );
});

test('the container in trouble and its message can be chosen', () => {
  const status = read({ outcome: 'crash', container: 'oauth2-proxy', message: 'no such flag' });
  assert.is(status.containerStatuses[0].state.waiting.message, 'no such flag');
  assert.is(status.containerStatuses[0].restartCount, 3);
  assert.is(status.containerStatuses[1].ready, true);
});

test('a pod that fits on no node has no container status, and says so in PodScheduled alone', () => {
  const status = read({ outcome: 'unschedulable' });
  assert.is(status.containerStatuses, undefined);
  assert.equal(
    status.conditions.map(({ type, reason }: { type: string; reason: string }) => [type, reason]),
    [['PodScheduled', 'Unschedulable']],
  );
});

test('only "ready" gives a Ready pod, and what fails for good warns by an Event', () => {
  for (const outcome of Object.keys(outcomes) as (keyof typeof outcomes)[]) {
    const isReady = condition(read({ outcome }), 'Ready')?.status === 'True';
    assert.is(isReady, outcome === 'ready', outcome);
    const isQuiet = outcome === 'ready' || outcome === 'pending';
    assert.is(warningOf(pod, { outcome }) === undefined, isQuiet, outcome);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function read(fate: Parameters<typeof podStatus>[1]): any {
  return podStatus(pod, fate, now, digestOfName);
}

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function condition(status: any, type: string): any {
  return status.conditions.find((entry: { type: string }) => entry.type === type);
}

test.run();
