import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { hookPodStatus, terminationMessage } from './status.ts';

const now = '2027-01-01T00:00:00Z';
const pod: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'warmgate-verify-x', uid: 'u' },
  spec: { containers: [{ name: 'warmgate', image: 'registry.example.test/warmgate:1' }] },
};

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of it
const statusOf = (...args: Parameters<typeof hookPodStatus>): any => hookPodStatus(...args);

test('an exit code of 0 makes the pod Succeeded, any other Failed with the code and the message', () => {
  const ended = { is: 'ended', startedAt: now, finishedAt: now, exitCode: 0, message: '' } as const;
  assert.is(statusOf(pod, ended, now).phase, 'Succeeded');
  const failed = statusOf(pod, { ...ended, exitCode: 3, message: 'no operator' }, now);
  assert.is(failed.phase, 'Failed');
  const { exitCode, reason, message } = failed.containerStatuses[0].state.terminated;
  assert.equal([exitCode, reason, message], [3, 'Error', 'no operator']);
});

test('a pod over its time is Failed whatever its container says', () => {
  const verdict = { reason: 'DeadlineExceeded', message: 'too long' };
  const status = statusOf(pod, { is: 'running', startedAt: now }, now, verdict);
  assert.equal([status.phase, status.reason], ['Failed', 'DeadlineExceeded']);
});

test('an image that is not there leaves the pod Pending and says why', () => {
  const status = statusOf(pod, { is: 'pull-back-off' }, now);
  assert.is(status.phase, 'Pending');
  assert.is(status.containerStatuses[0].state.waiting.reason, 'ImagePullBackOff');
});

test('only a running container is ready', () => {
  const ready = (...args: Parameters<typeof hookPodStatus>): string =>
    statusOf(...args).conditions.find(({ type }: { type: string }) => type === 'Ready').status;
  assert.is(ready(pod, { is: 'creating' }, now), 'False');
  assert.is(ready(pod, { is: 'running', startedAt: now }, now), 'True');
  const ended = { is: 'ended', startedAt: now, finishedAt: now, exitCode: 0, message: '' } as const;
  assert.is(ready(pod, ended, now), 'False');
});

test('the message file wins over the log, which speaks only for a failed container that was told so', () => {
  assert.is(terminationMessage('verdict', 'log', 1, 'FallbackToLogsOnError'), 'verdict');
  assert.is(terminationMessage('', 'log', 1, 'FallbackToLogsOnError'), 'log');
  assert.is(terminationMessage('', 'log', 1, 'File'), '');
  assert.is(terminationMessage('', 'log', 0, 'FallbackToLogsOnError'), '');
});

test('a message is cut at 4096 bytes, a log from its end at 2048 bytes and 80 lines', () => {
  assert.is(terminationMessage('x'.repeat(5000), '', 0, 'File').length, 4096);
  const log = Array.from({ length: 100 }, (_, n) => `line ${n}\n`).join('');
  const lines = terminationMessage('', log, 1, 'FallbackToLogsOnError').trimEnd().split('\n');
  assert.equal([lines[0], lines.at(-1)], ['line 20', 'line 99']);
  assert.is(terminationMessage('', 'y'.repeat(3000), 1, 'FallbackToLogsOnError').length, 2048);
});

test.run();
