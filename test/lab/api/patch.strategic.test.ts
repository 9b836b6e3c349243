import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { strategicPatch } from '../../../plugin/lab/api/patch.ts';

const owner = (uid: string): object => ({ apiVersion: 'v1', kind: 'Lease', name: uid, uid });
const uids = (object: unknown): string[] =>
  (object as { metadata: { ownerReferences: { uid: string }[] } }).metadata.ownerReferences.map(
    (ref) => ref.uid,
  );

test('a new owner joins the others and comes first', () => {
  const target = { metadata: { ownerReferences: [owner('a'), owner('b')] } };
  const patched = strategicPatch(target, { metadata: { ownerReferences: [owner('c')] } });
  assert.equal(uids(patched), ['c', 'a', 'b']);
});

test('an owner that is there is merged in its place', () => {
  const target = { metadata: { ownerReferences: [owner('a'), owner('b')] } };
  const patched = strategicPatch(target, { metadata: { ownerReferences: [{ uid: 'b', name: 'new' }] } });
  assert.equal(patched, {
    metadata: { ownerReferences: [owner('a'), { ...owner('b'), name: 'new' }] },
  });
});

test('$patch: delete takes one owner off and no other', () => {
  const target = { metadata: { ownerReferences: [owner('a'), owner('b')] } };
  const gone = { $patch: 'delete', uid: 'a' };
  assert.equal(uids(strategicPatch(target, { metadata: { ownerReferences: [gone] } })), ['b']);
  const unknown = { $patch: 'delete', uid: 'x' };
  assert.equal(uids(strategicPatch(target, { metadata: { ownerReferences: [unknown] } })), ['a', 'b']);
});

test('$patch: replace in a list leaves what the patch holds alone', () => {
  const target = { metadata: { ownerReferences: [owner('a'), owner('b')] } };
  const patch = { metadata: { ownerReferences: [owner('c'), { $patch: 'replace' }] } };
  assert.equal(uids(strategicPatch(target, patch)), ['c']);
});

test('containers are merged by name, their env by name, their ports by containerPort', () => {
  const proxy = { name: 'proxy', image: 'proxy:1' };
  const ide = {
    name: 'ide',
    image: 'ide:1',
    env: [{ name: 'A', value: '1' }],
    ports: [{ containerPort: 1, name: 'x' }],
  };
  const target = { spec: { template: { spec: { containers: [proxy, ide] } } } };
  const patch = {
    name: 'ide',
    image: 'ide:2',
    env: [{ name: 'A', value: '2' }],
    ports: [{ containerPort: 1, name: 'y' }],
  };
  assert.equal(strategicPatch(target, { spec: { template: { spec: { containers: [patch] } } } }), {
    spec: { template: { spec: { containers: [proxy, patch] } } },
  });
});

test('ports of a Service are merged by port', () => {
  const target = { spec: { ports: [{ name: 'http', port: 80 }] } };
  const patched = strategicPatch(target, { spec: { ports: [{ port: 81 }] } });
  assert.equal(patched, { spec: { ports: [{ port: 81 }, { name: 'http', port: 80 }] } });
});

test('finalizers are a set: added without doubles, taken off by $deleteFromPrimitiveList', () => {
  const target = { metadata: { finalizers: ['a', 'b'] } };
  assert.equal(strategicPatch(target, { metadata: { finalizers: ['b', 'c'] } }), {
    metadata: { finalizers: ['a', 'b', 'c'] },
  });
  const gone = { '$deleteFromPrimitiveList/finalizers': ['a'] };
  assert.equal(strategicPatch(target, { metadata: gone }), { metadata: { finalizers: ['b'] } });
});

test('a new element comes without the nulls of its patch', () => {
  const patch = { spec: { containers: [{ name: 'ide', image: 'ide:1', command: null }] } };
  assert.equal(strategicPatch({ spec: {} }, patch), {
    spec: { containers: [{ name: 'ide', image: 'ide:1' }] },
  });
});

test('$retainKeys drops the siblings that it does not name', () => {
  const target = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } };
  const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } };
  assert.equal(strategicPatch(target, patch), { spec: { strategy: { type: 'Recreate' } } });
});

test('null deletes a field, a list without merge key is replaced, the target stays as it was', () => {
  const target = { metadata: { labels: { a: '1', b: '2' } }, spec: { args: [1, 2] } };
  const copy = structuredClone(target);
  const patched = strategicPatch(target, { metadata: { labels: { a: null } }, spec: { args: [3] } });
  assert.equal(patched, { metadata: { labels: { b: '2' } }, spec: { args: [3] } });
  assert.equal(target, copy);
});

test.run();
