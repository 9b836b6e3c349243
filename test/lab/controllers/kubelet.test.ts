import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Behaviour } from '../../../plugin/lab/controllers/images.ts';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { deployment } from '../request.ts';
import { until } from '../until.ts';
import { witness } from '../witness.ts';

let lab: Lab;
test.before.each(async () => {
  lab = await startLab({ scale: 100, readyAfter: 500, terminationDelay: 3000 });
});
test.after.each(() => lab.stop());

const me = { user: 'test', manager: 'test' };
const namespace = 'theia';

interface Row {
  ready: boolean;
  restartCount: number;
  imageID: string;
  state: { waiting?: { reason: string } };
}
const row = (pod: KubeObject): Row | undefined => pod.status?.containerStatuses?.[0];
const pod = (): KubeObject => lab.objects('Pod', namespace)[0] as KubeObject;
const condition = (type: string): { status: string; reason?: string } | undefined =>
  pod()?.status?.conditions?.find((entry: { type: string }) => entry.type === type);

interface Told {
  type: string;
  reason: string;
  involvedObject: { uid: string };
}
const warned = (): object[] =>
  (lab.objects('Event', namespace) as readonly (KubeObject & Told)[]).map((event) => ({
    type: event.type,
    reason: event.reason,
    uid: event.involvedObject.uid,
  }));

function start(behaviour: Behaviour): void {
  lab.images.set('ide:1', behaviour);
  lab.api.create(me, 'Deployment', namespace, deployment('ide', 'ide:1'));
}

const reasons: [Behaviour['type'], string, string][] = [
  ['imagePullBackOff', 'ImagePullBackOff', 'Pending'],
  ['crashLoopBackOff', 'CrashLoopBackOff', 'Running'],
  ['invalidImageName', 'InvalidImageName', 'Pending'],
  ['createContainerConfigError', 'CreateContainerConfigError', 'Pending'],
];

for (const [type, reason, phase] of reasons) {
  test(`an image with ${type} waits for ${reason} and is never Ready`, async () => {
    start({ type } as Behaviour);
    await until(reason, () => pod() && row(pod())?.state.waiting?.reason === reason);
    assert.is(pod().status.phase, phase);
    assert.is(condition('Ready')?.status, 'False');
    assert.is(lab.api.get('Deployment', namespace, 'ide').status.readyReplicas, undefined);
  });
}

const warnings: [Behaviour['type'], string][] = [
  ['imagePullBackOff', 'Failed'],
  ['crashLoopBackOff', 'BackOff'],
  ['invalidImageName', 'InspectFailed'],
  ['createContainerConfigError', 'Failed'],
  ['neverReady', 'Unhealthy'],
  ['unschedulable', 'FailedScheduling'],
];

for (const [type, reason] of warnings) {
  test(`a pod whose image has ${type} is warned of once, ${reason}`, async () => {
    start({ type } as Behaviour);
    await until(reason, () => warned().length > 0);
    await lab.clock.sleep(25_000);
    assert.equal(warned(), [{ type: 'Warning', reason, uid: pod().metadata.uid }]);
  });
}

test('a quota that is used up: no pod, the ReplicaSet and its Deployment say so, and both go on once there is room', async () => {
  start({ type: 'overQuota' });
  const failure = (): string | undefined =>
    lab.api
      .get('Deployment', namespace, 'ide')
      .status?.conditions?.find((each: { type: string }) => each.type === 'ReplicaFailure')?.reason;
  await until('refused', () => failure() === 'FailedCreate');
  assert.is(pod(), undefined);
  const [set] = lab.objects('ReplicaSet', namespace);
  assert.equal(warned(), [{ type: 'Warning', reason: 'FailedCreate', uid: set?.metadata.uid }]);
  lab.images.set('ide:1', { type: 'ready', after: 100 });
  await until('ready', () => lab.api.get('Deployment', namespace, 'ide').status?.readyReplicas === 1);
  assert.is(failure(), undefined);
});

test('a crash loop counts its restarts', async () => {
  start({ type: 'crashLoopBackOff' });
  await until('two restarts', () => pod() && (row(pod())?.restartCount ?? 0) >= 2);
});

test('a container that is never ready runs', async () => {
  start({ type: 'neverReady' });
  await until('running', () => pod()?.status?.phase === 'Running');
  assert.equal([row(pod())?.ready, condition('Ready')?.status], [false, 'False']);
});

test('a pod without a node says why', async () => {
  start({ type: 'unschedulable' });
  await until('unschedulable', () => pod() && condition('PodScheduled')?.reason === 'Unschedulable');
  assert.is(pod().spec.nodeName, undefined);
  assert.is(pod().status.containerStatuses, undefined);
});

test('an image that is mended makes waiting pods Ready', async () => {
  start({ type: 'imagePullBackOff' });
  await until('waiting', () => pod() && row(pod())?.state.waiting?.reason === 'ImagePullBackOff');
  lab.images.set('ide:1', { type: 'ready', after: 100 });
  await until('ready', () => condition('Ready')?.status === 'True');
});

test('a pod is Ready after the time that its image takes, and creating before', async () => {
  const reasons = witness(lab, () => pod() && row(pod())?.state.waiting?.reason);
  start({ type: 'ready', after: 5000 });
  const begin = lab.clock.now();
  await until('ready', () => condition('Ready')?.status === 'True');
  const took = lab.clock.now() - begin;
  assert.ok(took >= 4900, `${took} ms of lab time`);
  assert.equal([...new Set(reasons)], ['ContainerCreating']);
});

test('a tag that moved gives new containers another digest, running ones keep theirs', async () => {
  start({ type: 'ready', after: 0 });
  await until('ready', () => pod() && condition('Ready')?.status === 'True');
  const { name } = pod().metadata;
  const first = row(pod())?.imageID;
  assert.match(first ?? '', /^ide:1@sha256:[0-9a-f]{64}$/);
  lab.images.retag('ide:1');
  await lab.clock.sleep(1000);
  assert.is(row(pod())?.imageID, first);
  lab.api.remove(me, { kind: 'Pod', namespace, name });
  const ready = await until('another pod', () =>
    lab.objects('Pod').find((other) => other.metadata.name !== name && row(other)?.ready),
  );
  assert.is.not(row(ready)?.imageID, first);
});

test('a pod that the server refuses is tried again', async () => {
  const body = deployment('ide', 'ide:1') as KubeObject;
  body.spec.template.metadata.labels.bad = 'a@example.test';
  lab.api.create(me, 'Deployment', namespace, body);
  const refused = (): number => lab.audit.writes.filter((entry) => entry.code === 422).length;
  await until('two refusals', () => refused() >= 2);
  assert.is(pod(), undefined);
});

test('a deleted pod ends after the termination delay', async () => {
  start({ type: 'ready', after: 0 });
  await until('ready', () => pod() && condition('Ready')?.status === 'True');
  const { name, uid } = pod().metadata;
  const begin = lab.clock.now();
  lab.api.remove(me, { kind: 'Pod', namespace, name });
  assert.type(lab.api.get('Pod', namespace, name).metadata.deletionTimestamp, 'string');
  await until('gone', () => lab.objects('Pod').every((other) => other.metadata.uid !== uid));
  assert.ok(lab.clock.now() - begin >= 2900);
});

test.run();
