import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { deployment } from '../request.ts';
import { until } from '../until.ts';
import { witness } from '../witness.ts';

let lab: Lab;
test.before.each(async () => {
  lab = await startLab({ scale: 50, readyAfter: 300, terminationDelay: 1000 });
});
test.after.each(() => lab.stop());

const me = { user: 'test', manager: 'test' };
const namespace = 'theia';
const target = { kind: 'Deployment', namespace, name: 'ide' };
const live = (): KubeObject => lab.api.get('Deployment', namespace, 'ide');
const pods = (): readonly KubeObject[] => lab.objects('Pod', namespace);

function isRolledOut({ metadata, status, spec }: KubeObject): boolean {
  const { observedGeneration, updatedReplicas, availableReplicas, replicas, terminatingReplicas } =
    status ?? {};
  const counts = [updatedReplicas, availableReplicas, replicas];
  return (
    observedGeneration === metadata.generation &&
    counts.every((count) => count === spec.replicas) &&
    terminatingReplicas === 0
  );
}

async function start(image = 'ide:1', more: object = {}): Promise<KubeObject> {
  const body = deployment('ide', image) as KubeObject;
  lab.api.create(me, 'Deployment', namespace, { ...body, spec: { ...body.spec, ...more } });
  await until('rolled out', () => isRolledOut(live()));
  return live();
}

test('a Deployment gets a ReplicaSet and a pod that carry its labels and owners', async () => {
  const { metadata } = await start();
  const set = lab.objects('ReplicaSet', namespace)[0]!;
  const pod = pods()[0]!;
  const hash = set.metadata.labels?.['pod-template-hash'];
  assert.is(set.metadata.name, `ide-${hash}`);
  assert.is(set.metadata.ownerReferences?.[0]?.uid, metadata.uid);
  assert.is(pod.metadata.ownerReferences?.[0]?.uid, set.metadata.uid);
  assert.is(pod.metadata.ownerReferences?.[0]?.controller, true);
  assert.equal(pod.metadata.labels, { app: 'ide', 'pod-template-hash': hash });
  assert.is(metadata.annotations?.['deployment.kubernetes.io/revision'], '1');
});

test('its status says when it is available and has progressed', async () => {
  const { status } = await start();
  const conditions = status.conditions.map((row: { type: string; status: string; reason: string }) => [
    row.type,
    row.status,
    row.reason,
  ]);
  assert.equal(conditions, [
    ['Available', 'True', 'MinimumReplicasAvailable'],
    ['Progressing', 'True', 'NewReplicaSetAvailable'],
  ]);
});

test('a new image rolls over: the old pod ends after the new one is Ready', async () => {
  await start();
  const old = pods()[0]!.metadata.name;
  const spec = { template: { spec: { containers: [{ name: 'ide', image: 'ide:2' }] } } };
  lab.api.patch(me, target, 'strategic', { spec });
  assert.not.ok(isRolledOut(live()));
  const freshWhileOldEnds = witness(lab, () => {
    const ending = pods().some(({ metadata }) => metadata.name === old && metadata.deletionTimestamp);
    return ending ? pods().find((pod) => pod.metadata.name !== old)?.status.phase : undefined;
  });
  const rolledOutWhileOldEnds = witness(lab, () =>
    live().status.terminatingReplicas === 1 ? isRolledOut(live()) : undefined,
  );
  await until('rolled out', () => isRolledOut(live()));
  assert.equal([...new Set(freshWhileOldEnds)], ['Running']);
  assert.equal([...new Set(rolledOutWhileOldEnds)], [false]);
  assert.equal(
    pods().map((pod) => pod.spec.containers[0].image),
    ['ide:2'],
  );
  assert.is(live().metadata.generation, 2);
  assert.is(live().metadata.annotations?.['deployment.kubernetes.io/revision'], '2');
});

test('a restart annotation on the template makes a new pod', async () => {
  await start();
  const old = pods()[0]!.metadata.uid;
  const annotations = { 'kubectl.kubernetes.io/restartedAt': '2026-11-30T12:00:00Z' };
  lab.api.patch(me, target, 'merge', { spec: { template: { metadata: { annotations } } } });
  await until(
    'a new pod alone',
    () => isRolledOut(live()) && pods().length === 1 && pods()[0]?.metadata.uid !== old,
  );
  assert.equal(pods()[0]?.metadata.annotations, annotations);
});

test('a deleted pod is replaced at once, while it still ends', async () => {
  await start();
  const old = pods()[0]!;
  const counts = witness(lab, () => pods().length);
  const ready = witness(lab, () => live().status.readyReplicas ?? 0);
  lab.api.remove(me, { kind: 'Pod', namespace, name: old.metadata.name });
  await until('one other pod', () => pods().length === 1 && pods()[0]?.metadata.uid !== old.metadata.uid);
  await until('rolled out', () => isRolledOut(live()));
  assert.equal([Math.max(...counts), Math.min(...ready)], [2, 0]);
  assert.is.not(pods()[0]?.metadata.uid, old.metadata.uid);
});

test('a metadata write moves no pod', async () => {
  await start();
  const old = pods()[0]!.metadata.uid;
  lab.api.patch(me, target, 'merge', { metadata: { labels: { a: 'b' } } });
  await lab.clock.sleep(2000);
  assert.equal(
    pods().map((pod) => pod.metadata.uid),
    [old],
  );
  assert.is(lab.objects('ReplicaSet').length, 1);
});

test('with Recreate the new pod comes when the old one is gone', async () => {
  await start('ide:1', { strategy: { type: 'Recreate' } });
  const counts = witness(lab, () => pods().length);
  const spec = { template: { spec: { containers: [{ name: 'ide', image: 'ide:2' }] } } };
  lab.api.patch(me, target, 'strategic', { spec });
  await until('rolled out', () => isRolledOut(live()) && pods()[0]?.spec.containers[0].image === 'ide:2');
  assert.is(Math.max(...counts), 1);
});

test('scaling up and down makes and ends pods', async () => {
  await start();
  lab.api.patch(me, target, 'merge', { spec: { replicas: 3 } });
  await until('three', () => live().status.readyReplicas === 3);
  lab.api.patch(me, target, 'merge', { spec: { replicas: 0 } });
  await until('none', () => pods().length === 0 && live().status.replicas === undefined);
});

test('a Deployment made anew under its name with the same template gets a ReplicaSet of its own', async () => {
  const old = await start();
  lab.api.remove(me, target);
  const body = deployment('ide', 'ide:1');
  const fresh = lab.api.create(me, 'Deployment', namespace, body);
  assert.is.not(fresh.metadata.uid, old.metadata.uid);
  await until('rolled out', () => isRolledOut(live()));
  await until(
    'the old one is collected',
    () => lab.objects('ReplicaSet').length === 1 && pods().length === 1,
  );
  assert.is(lab.objects('ReplicaSet')[0]?.metadata.ownerReferences?.[0]?.uid, fresh.metadata.uid);
  assert.is(live().status.collisionCount, 1);
});

test('a rollout that does not move for its deadline says so', async () => {
  lab.images.set('ide:bad', { type: 'neverReady' });
  const body = deployment('ide', 'ide:bad') as KubeObject;
  const spec = { ...body.spec, progressDeadlineSeconds: 10 };
  lab.api.create(me, 'Deployment', namespace, { ...body, spec });
  const reason = (): string => live().status?.conditions?.[1]?.reason;
  await until('in progress', () => reason() === 'ReplicaSetUpdated');
  await until('overdue', () => reason() === 'ProgressDeadlineExceeded');
  assert.is(live().status.unavailableReplicas, 1);
  assert.is(live().status.readyReplicas, undefined);
});

test('what a controller writes has its name in the audit log and the real one’s in managedFields', async () => {
  const { metadata } = await start();
  const users = new Set(lab.audit.writes.filter((entry) => entry.user !== 'test').map((entry) => entry.user));
  assert.equal([...users].sort(), [
    'lab:deployment-controller',
    'lab:kubelet',
    'lab:replicaset-controller',
    'lab:scheduler',
  ]);
  const fields = metadata.managedFields?.map(({ manager, subresource }) => `${manager}/${subresource ?? ''}`);
  assert.equal(fields, ['test/', 'kube-controller-manager/', 'kube-controller-manager/status']);
});

test.run();
