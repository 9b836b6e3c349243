import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import type { KubeObject, OwnerReference } from '../../../plugin/model/kube.ts';
import { appDefinition, configMap, deployment, paths, request } from '../request.ts';
import { until } from '../until.ts';

let lab: Lab;
test.before.each(async () => {
  lab = await startLab({ scale: 50, readyAfter: 100, terminationDelay: 200 });
});
test.after.each(() => lab.stop());

const me = { user: 'test', manager: 'test' };
const namespace = 'theia';
const create = (kind: string, body: object): KubeObject => lab.api.create(me, kind, namespace, body);
const remove = (kind: string, name: string, options = {}): KubeObject =>
  lab.api.remove(me, { kind, namespace, name }, options);
const names = (kind: string): string[] => lab.objects(kind, namespace).map((object) => object.metadata.name);

function reference(owner: KubeObject, more: object = {}): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, ...more };
}

function owned(name: string, ...owners: OwnerReference[]): KubeObject {
  return create('ConfigMap', configMap(name, { ownerReferences: owners }));
}

/** Long enough for the collector to have done what it will do: 2 s of lab time. */
const settle = (): Promise<void> => lab.clock.sleep(2000);

test('an object goes when its only owner is gone, by a delete with its UID', async () => {
  const app = create('AppDefinition', appDefinition('java'));
  const object = owned('one', reference(app));
  remove('AppDefinition', 'java');
  await until('collected', () => names('ConfigMap').length === 0);
  const { user, verb, body } = lab.audit.writes.at(-1)!;
  assert.equal([user, verb], ['lab:gc', 'delete']);
  assert.equal((body as { preconditions: object }).preconditions, { uid: object.metadata.uid });
});

test('with one owner left the other reference is patched away and the object keeps its UID', async () => {
  await lab.stop();
  lab = await startLab({ scale: 5 });
  const app = create('AppDefinition', appDefinition('java'));
  const lease = create('Lease', { metadata: { name: 'hold' } });
  const { metadata } = owned('one', reference(lease), reference(app));
  const deleted = lab.clock.now();
  remove('Lease', 'hold');
  const one = (): KubeObject => lab.api.get('ConfigMap', namespace, 'one');
  await until('dropped', () => one().metadata.ownerReferences?.length === 1);
  const took = lab.clock.now() - deleted;
  assert.ok(took >= 100 && took <= 2000, `${took} ms of lab time`);
  assert.is(one().metadata.uid, metadata.uid);
  assert.is(one().metadata.ownerReferences?.[0]?.uid, app.metadata.uid);
});

test('a reference is dropped from a custom object too', async () => {
  const lease = create('Lease', { metadata: { name: 'hold' } });
  const app = create('AppDefinition', appDefinition('java'));
  const body = { metadata: { name: 'ws', ownerReferences: [reference(lease), reference(app)] }, spec: {} };
  create('Session', body);
  remove('Lease', 'hold');
  await until('dropped', () => lab.objects('Session')[0]?.metadata.ownerReferences?.length === 1);
});

test('an object without any owner is never collected', async () => {
  const app = create('AppDefinition', appDefinition('java'));
  owned('one', reference(app));
  const metadata = { ownerReferences: [] };
  lab.api.patch(me, { kind: 'ConfigMap', namespace, name: 'one' }, 'merge', { metadata });
  remove('AppDefinition', 'java');
  await settle();
  assert.equal(names('ConfigMap'), ['one']);
});

test('an object that lost its last reference while its owner went is not collected either', async () => {
  const lease = create('Lease', { metadata: { name: 'hold' } });
  owned('one', reference(lease));
  remove('Lease', 'hold');
  const target = { kind: 'ConfigMap', namespace, name: 'one' };
  lab.api.patch(me, target, 'merge', { metadata: { ownerReferences: null } });
  await settle();
  assert.equal(names('ConfigMap'), ['one']);
});

test('an owner of the same name with another UID does not count', async () => {
  const app = create('AppDefinition', appDefinition('java'));
  remove('AppDefinition', 'java');
  create('AppDefinition', appDefinition('java'));
  owned('one', reference(app));
  await until('collected', () => names('ConfigMap').length === 0);
});

test('an owner in another namespace does not count, one of an unknown kind is left alone', async () => {
  lab.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'far', namespace: 'other', uid: 'far' } });
  owned('near', { apiVersion: 'v1', kind: 'ConfigMap', name: 'far', uid: 'far' });
  owned('odd', { apiVersion: 'example.test/v1', kind: 'Thing', name: 'x', uid: 'x' });
  await until('collected', () => !names('ConfigMap').includes('near'));
  await settle();
  assert.equal(names('ConfigMap'), ['odd']);
});

test('a Deployment takes its ReplicaSet and pod along', async () => {
  create('Deployment', deployment('ide', 'ide:1'));
  await until('a pod runs', () => lab.objects('Pod')[0]?.status?.phase === 'Running');
  remove('Deployment', 'ide');
  await until('all gone', () => names('Pod').length + names('ReplicaSet').length === 0);
});

test('in the foreground the owner waits for its dependents', async () => {
  create('Deployment', deployment('ide', 'ide:1'));
  await until('a pod runs', () => lab.objects('Pod')[0]?.status?.phase === 'Running');
  const gone: string[] = [];
  lab.store.subscribe(({ type, kind }) => void (type === 'DELETED' && gone.push(kind)));
  remove('Deployment', 'ide', { propagationPolicy: 'Foreground' });
  await until('all gone', () => names('Deployment').length === 0);
  assert.equal(gone, ['Pod', 'ReplicaSet', 'Deployment']);
});

test('orphaned dependents stay, without the reference', async () => {
  const app = create('AppDefinition', appDefinition('java'));
  owned('one', reference(app));
  const path = `${paths.appdefinitions}/java?propagationPolicy=Orphan`;
  await request(lab, 'DELETE', path);
  await until('the owner is gone', () => names('AppDefinition').length === 0);
  await settle();
  assert.equal(names('ConfigMap'), ['one']);
  assert.equal(lab.objects('ConfigMap')[0]?.metadata.ownerReferences, undefined);
});

test('an object that regained an owner in time stays', async () => {
  const app = create('AppDefinition', appDefinition('java'));
  const lease = create('Lease', { metadata: { name: 'hold' } });
  owned('one', reference(lease));
  remove('Lease', 'hold');
  const target = { kind: 'ConfigMap', namespace, name: 'one' };
  lab.api.patch(me, target, 'strategic', { metadata: { ownerReferences: [reference(app)] } });
  await settle();
  assert.equal(
    lab.objects('ConfigMap')[0]?.metadata.ownerReferences?.map((owner) => owner.kind),
    ['AppDefinition'],
  );
});

test.run();
