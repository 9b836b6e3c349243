import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createStore } from '../../../plugin/lab/api/store.ts';
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
  assert.match(store.listJson('ConfigMap', 'theia')[0] ?? '', /^\{"metadata":\{"name":"0"/);
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

test.run();
