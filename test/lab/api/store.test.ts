import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createStore, itemJson } from '../../../plugin/lab/api/store.ts';
import type { KubeObject } from '../../../plugin/model/kube.ts';

function object(name: string, namespace = 'theia'): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, uid: name } };
}

test('each write has the next resourceVersion, a removal too', () => {
  const store = createStore();
  const first = store.put(object('a'));
  const second = store.put(first);
  const gone = store.remove(second);
  assert.equal(
    [first, second, gone].map(({ metadata }) => metadata.resourceVersion),
    ['1', '2', '3'],
  );
  assert.is(store.get('ConfigMap', 'theia', 'a'), undefined);
});

test('lists are in name order and by namespace, and see later writes', () => {
  const store = createStore();
  for (const name of ['b', 'a']) store.put(object(name));
  store.put(object('c', 'other'));
  const names = (namespace: string): string[] =>
    store.list('ConfigMap', namespace).map((o) => o.metadata.name);
  assert.equal([names('theia'), names('other'), names('')], [['a', 'b'], ['c'], ['c', 'a', 'b']]);
  store.put(object('0'));
  assert.equal(names('theia'), ['0', 'a', 'b']);
  const [first] = store.list('ConfigMap', 'theia').map(itemJson);
  assert.match(first ?? '', /^\{"metadata":\{"name":"0"/);
});

test('a stored object cannot be changed from outside', () => {
  const store = createStore();
  const given = object('a');
  const stored = store.put(given);
  assert.throws(() => {
    stored.metadata.name = 'b';
  }, /read only/);
});

test('changes are kept from a version on, and forgotten when told', () => {
  const store = createStore();
  store.put(object('a'));
  store.put(object('a'));
  assert.equal(
    store.since(1)?.map(({ type }) => type),
    ['MODIFIED'],
  );
  store.compact();
  assert.is(store.since(1), undefined);
  assert.equal(store.since(2), []);
});

test('objects are found by the UIDs of their owners, as they are now', () => {
  const store = createStore();
  const owned = (name: string, ...owners: string[]): KubeObject => {
    const ownerReferences = owners.map((uid) => ({ apiVersion: 'v1', kind: 'Pod', name: uid, uid }));
    return { ...object(name), metadata: { ...object(name).metadata, ownerReferences } };
  };
  const names = (uid: string): string[] => store.dependents(uid).map(({ metadata }) => metadata.name);
  store.put(owned('a', 'one', 'two'));
  const b = store.put(owned('b', 'one'));
  assert.equal([names('one'), names('two'), names('three')], [['a', 'b'], ['a'], []]);
  store.put(owned('a', 'two'));
  store.remove(b);
  assert.equal([names('one'), names('two')], [[], ['a']]);
});

test.run();
