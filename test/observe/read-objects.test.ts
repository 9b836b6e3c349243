import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { RunError } from '../../plugin/model/run-error.ts';
import { readObjects } from '../../plugin/observe/read-objects.ts';

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', uid: '1' } };
const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'b', uid: '2' } };
const both = [pod, service];
const list = { apiVersion: 'v1', kind: 'List', items: both };
const pretty = (value: unknown): string => JSON.stringify(value, null, 4);

for (const [what, text, expected] of [
  ['one object as JSON', pretty(pod), [pod]],
  ['one object as YAML', stringify(pod), [pod]],
  ['a List', pretty(list), both],
  ['a List as YAML', stringify(list), both],
  ['a List of Lists', pretty({ kind: 'List', items: [list, pod] }), [...both, pod]],
  ['a bare array', pretty(both), both],
  ['a bare array as YAML', stringify(both), both],
  ['several YAML documents', `---\n${stringify(pod)}---\n${stringify(service)}...\n`, both],
  ['YAML documents of which some are empty', `---\n---\n# nothing\n---\n${stringify(pod)}`, [pod]],
  ['a List beside an object', `${stringify(list)}---\n${stringify(pod)}`, [...both, pod]],
  ['JSON documents one after another', `${pretty(list)}\n${pretty(pod)}\n`, [...both, pod]],
  ['a JSON document a line', `${JSON.stringify(pod)}\n${JSON.stringify(service)}\n`, both],
  ['JSON documents between YAML marks', `${pretty(pod)}\n---\n${pretty(service)}`, both],
  ['YAML in flow style', '{apiVersion: v1, kind: Pod, metadata: {name: a, uid: "1"}}', [pod]],
  ['a mark of byte order before it', `\uFEFF${pretty(pod)}`, [pod]],
  ['Windows lines', pretty(pod).replaceAll('\n', '\r\n'), [pod]],
] as const) {
  test(`${what} is read`, () => assert.equal(readObjects(text, 'x'), [...expected]));
}

test('items of a typed list get its kind', () => {
  const { kind: _, ...bare } = pod;
  assert.equal(readObjects(pretty({ kind: 'PodList', items: [bare] }), 'x')[0]?.kind, 'Pod');
});

test('a list of nothing beside something is fine', () => {
  assert.equal(readObjects(`${pretty({ kind: 'PodList', items: null })}\n${pretty(pod)}`, 'x'), [pod]);
});

test('an object that happens to have items is no list', () => {
  const odd = { apiVersion: 'v1', kind: 'Basket', metadata: { name: 'c', uid: '3' }, items: [1] };
  assert.equal(readObjects(pretty(odd), 'x'), [odd]);
});

test('metadata in another form than the API gives it is repaired', () => {
  const odd = { ...pod, metadata: { name: 'a', labels: null, creationTimestamp: null, namespace: 7 } };
  assert.equal(readObjects(pretty(odd), 'x')[0]?.metadata, { name: 'a', uid: '' });
});

const bomb = [
  'a: &a [x,x,x,x,x,x,x,x,x,x]',
  ...[...'bcdefgh'].map((key, at) => `${key}: &${key} [${Array(10).fill(`*${'abcdefg'[at]}`).join(',')}]`),
].join('\n');

for (const [what, text, reason] of [
  ['nothing', '', 'it is empty'],
  ['blanks', ' \n\n', 'it is empty'],
  ['an empty List', pretty({ kind: 'List', items: [] }), 'it is empty'],
  ['an empty array', '[]', 'it is empty'],
  ['plain text', 'hello world', 'something in it has no kind'],
  ['a number', '42', 'something in it has no kind'],
  ['a package.json', pretty({ name: 'x', version: '1' }), 'something in it has no kind'],
  ['a List with a hole', pretty({ kind: 'List', items: [null, 'x'] }), 'something in it has no kind'],
  ['an object without a name', pretty({ kind: 'Pod', metadata: {} }), 'a Pod in it has no metadata.name'],
  ['an object without metadata', 'kind: Pod', 'a Pod in it has no metadata.name'],
  ['broken YAML', 'kind: Pod\n  metadata: [', /^[A-Z_]+ in line \d+$/],
  ['broken JSON', '{"kind": "Pod", ', /in line \d+$/],
  ['a key twice', 'kind: Pod\nkind: Pod', /DUPLICATE_KEY in line 2/],
  ['a bomb of aliases', bomb, 'its aliases unfold to too much'],
  ['bytes', '\u0000\u0001\u0002{', /./],
] as const) {
  test(`${what} is refused in one clear line`, () => {
    try {
      readObjects(text, 'pool.json');
      assert.unreachable();
    } catch (error) {
      assert.instance(error, RunError);
      const { code, exit, message, args } = error as RunError;
      assert.equal([code, exit, args.file], ['notKubernetes', 2, 'pool.json']);
      assert.match(String(args.reason), typeof reason === 'string' ? new RegExp(`^${reason}$`) : reason);
      assert.not.match(message, '\n');
    }
  });
}

test.run();
