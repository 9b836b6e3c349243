import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

for (const [what, text, reason] of [
  ['nothing', '', 'it is empty'],
  ['blanks', ' \n\n', 'it is empty'],
  ['an empty List', pretty({ kind: 'List', items: [] }), 'it is empty'],
  ['an empty array', '[]', 'it is empty'],
  ['a package.json', pretty({ name: 'x', version: '1' }), 'something in it has no kind'],
  ['a List with a hole', pretty({ kind: 'List', items: [null, 'x'] }), 'something in it has no kind'],
  ['an object without a name', pretty({ kind: 'Pod', metadata: {} }), 'the Pod in it has no metadata.name'],
  ['an object without metadata', 'kind: Pod', 'the Pod in it has no metadata.name'],
  [
    'an AppDefinition without a name',
    `${stringify(pod)}---\napiVersion: theia.cloud/v1beta11\nkind: AppDefinition\nmetadata: {name: ''}`,
    'the AppDefinition in it has no metadata.name',
  ],
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

for (const [what, text, says] of [
  ['plain text', 'hello world', 'x.yaml, line 1: it is a text and no object'],
  ['a number beside an object', `${stringify(pod)}---\n\n42`, 'x.yaml, line 6: it is a text and no object'],
  ['broken YAML', 'kind: Pod\n  metadata: [', /^x\.yaml, line 2: the line goes on the one above/],
  ['broken JSON', '{"kind": "Pod", ', /^x\.yaml, line 1: /],
  ['bytes', '\u0000\u0001\u0002{', 'x.yaml, line 1: it has a control character'],
  [
    'a template',
    'kind: Pod\nmetadata: {{ .Values.x }}',
    /line 2: .*it looks like a template: render it first$/,
  ],
] as const) {
  test(`${what} is refused with its line`, () => {
    try {
      readObjects(text, 'x.yaml');
      assert.unreachable();
    } catch (error) {
      assert.instance(error, RunError);
      const { code, exit, message } = error as RunError;
      assert.equal([code, exit], ['badManifest', 2]);
      if (typeof says === 'string') assert.is(message, says);
      else assert.match(message, says);
    }
  });
}

test('objects of others without name or kind are left out', () => {
  const nameless = [
    'apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: seed-}\n',
    'apiVersion: v1\nkind: Pod\nmetadata: {name: ""}\n',
    'image: a\n',
    'apiVersion: v1\nkind: ""\n',
  ];
  assert.equal(readObjects(`${nameless.join('---\n')}---\n${stringify(pod)}`, 'x'), [pod]);
});

test('an empty namespace is none', () => {
  const [read] = readObjects(pretty({ ...pod, metadata: { ...pod.metadata, namespace: '' } }), 'x');
  assert.equal(read?.metadata, pod.metadata);
});

const field = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../fixtures/field', name), 'utf8');

function heard(text: string): string[] {
  const said: string[] = [];
  readObjects(text, 'x.yaml', (sentence) => said.push(sentence));
  return said;
}

test('a key that an AppDefinition has twice is a warning, one of another object is none', () => {
  const twice = field('duplicate-key.yaml');
  assert.equal(heard(twice), []);
  assert.equal(heard(twice.replace('  image:', '  image: old\n  image:')), [
    'x.yaml, line 21: image is there twice; the last one counts',
  ]);
});

test('what kubectl drops behind ... is said', () => {
  const app = field('merge-key.yaml');
  assert.equal(heard(`${app}...\n${app}`), [
    'x.yaml, line 9: what follows ... is read by nobody up to the next ---',
  ]);
});

for (const [file, spec] of [
  ['merge-key.yaml', { name: 'rust-1', image: 'registry.example.test/rust:2.0', minInstances: 2 }],
  ['duplicate-key.yaml', { name: 'rust-1', image: 'registry.example.test/rust:2.0', minInstances: 2 }],
  ['json-stream.json', { name: 'rust-1', image: 'r.example.test/rust:2', minInstances: 2 }],
  ['list.yaml', { name: 'rust-1', image: 'registry.example.test/rust:2.0', minInstances: 2 }],
  [
    'left-edge.yaml',
    {
      name: 'rust-1',
      image: 'r.example.test/rust:2',
      minInstances: 2,
      description: 'two lines, the second one at the left edge',
    },
  ],
  [
    'generate-name.yaml',
    { name: 'java-25-latest', image: 'ghcr.io/example/thm-java-25:1.5.0', minInstances: 6 },
  ],
] as const) {
  test(`from the field: ${file} holds its AppDefinition`, () => {
    const app = readObjects(field(file), file).find(({ kind }) => kind === 'AppDefinition');
    assert.equal(app?.spec, spec);
  });
}

test('from the field: an unquoted star is told with its line and what to do', () => {
  assert.throws(
    () => readObjects(field('unquoted-star.yaml'), 'x.yaml'),
    (error: Error) =>
      error.message === 'x.yaml, line 8: an unquoted text begins with *; quote it: "*.webview."',
  );
});

test('from the field: YAML 1.1 has the values that kubectl sends, and kubectl sends no infinity', () => {
  const text = field('yaml-1.1.yaml');
  assert.throws(() => readObjects(text, 'x'), /x, line 17: JSON has no number \.inf; quote it/);
  const [app] = readObjects(text.replace(/.*\.inf\n/, ''), 'x');
  const { name: _, image: __, minInstances: ___, ...values } = app?.spec ?? {};
  assert.equal(values, {
    flag: true,
    mode: 493,
    big: 1000,
    at: '12:30:45',
    hex: 31,
    oct: 15,
    exp: 1000,
    date: '2026-01-01',
    tilde: null,
  });
});

test.run();
