import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { usualHooks } from '../../plugin/manifests/hooks.ts';
import { type InjectOptions, inject } from '../../plugin/manifests/inject.ts';
import { unfold } from '../../plugin/manifests/objects.ts';
import { cut, readPiece } from '../../plugin/manifests/stream.ts';

const image = 'registry.example.test/warmgate:1.2.3';
const options = (more: Partial<InjectOptions> = {}): InjectOptions => ({
  ...usualHooks({ mode: 'argo', namespace: '', image }),
  namespace: 'theia',
  ...more,
});
const field = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../fixtures/field', name), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: manifests are foreign JSON to their reader
const objectsIn = (stream: string): any[] =>
  cut(stream, 'x').flatMap((piece) => unfold(readPiece(piece, 'x').value).map(({ object }) => object));
const named = (stream: string): string[] =>
  objectsIn(stream).map(({ kind, metadata }) => `${kind}/${metadata.name ?? ''}`);

const app = (name: string, more = ''): string =>
  `apiVersion: theia.cloud/v1beta11\nkind: AppDefinition\nmetadata: {name: ${name}${more}}\nspec: {image: a:1}\n`;

test('a List that holds pools and an earlier hook keeps all else, byte for byte, and the hook is renewed', () => {
  const list = field('list.yaml');
  const { text } = inject(list, options());
  const hook = list.indexOf('  - apiVersion: batch/v1');
  assert.ok(text.startsWith(`${list.slice(0, hook)}---\n`), text.slice(0, 800));
  assert.equal(named(text).filter((name) => name === 'Job/warmgate-verify').length, 1);
  assert.is(inject(text, options()).text, text);
});

test('what an earlier run added is found in Lists of every form, and nothing else goes', () => {
  const plain = `${app('rust')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: landing}\n`;
  const all = objectsIn(inject(plain, options()).text);
  const list = { apiVersion: 'v1', kind: 'List', items: all };
  const nested = { apiVersion: 'v1', kind: 'List', items: [list, { ...list, items: all.slice(0, 1) }] };
  for (const stream of [
    JSON.stringify(list),
    `${JSON.stringify(list, null, 2)}\n`,
    JSON.stringify(nested),
    `---\n${JSON.stringify(list)}\n`,
    `# a comment\n---\n# another\napiVersion: v1\nkind: List\nitems: ${JSON.stringify([...all].reverse())}\n`,
    all.map((each) => JSON.stringify(each)).join('\n'),
  ]) {
    const { text } = inject(stream, options());
    const names = named(text);
    assert.equal(names.filter((name) => name === 'ConfigMap/landing').length, 1, text);
    assert.ok(names.includes('AppDefinition/rust'));
    assert.is(names.filter((name) => name === 'Job/warmgate-guard').length, 1);
    assert.is(inject(text, options()).text, text);
  }
});

test('merge keys and YAML 1.1 are read as kubectl reads them', () => {
  assert.equal(inject(field('merge-key.yaml'), options()).apps, { theia: ['rust-1'] });
  const text = inject(field('yaml-1.1.yaml').replace(/.*\.inf\n/, ''), options()).text;
  const desired = objectsIn(text).find(({ kind }) => kind === 'ConfigMap').data['appdefinitions.yaml'];
  assert.match(desired, /flag: true\n {2}mode: 493\n {2}big: 1000\n {2}at: "12:30:45"\n {2}hex: 31\n/);
});

test('a stream of JSON values is answered in JSON', () => {
  const stream = field('json-stream.json');
  const { text, apps } = inject(stream, options());
  assert.equal(apps, { theia: ['rust-1'] });
  assert.ok(text.startsWith(stream));
  for (const line of text.trimEnd().split('\n')) assert.is(typeof JSON.parse(line), 'object');
  assert.ok(named(text).includes('Job/warmgate-verify'));
});

test('a hook of somebody else without a name, and an empty namespace, are none of ours', () => {
  assert.equal(inject(field('generate-name.yaml'), options()).apps, { theia: ['java-25-latest'] });
  const empty = app('rust', ', namespace: ""');
  assert.equal(inject(empty, options()).apps, { theia: ['rust'] });
  assert.throws(
    () => inject(empty, options({ namespace: undefined })),
    /^AppDefinition rust names no namespace; give --namespace/,
  );
  assert.throws(() => inject(app('""'), options()), /the AppDefinition in it has no metadata\.name/);
});

test('a key twice in an AppDefinition, and what stands behind ..., are noted', () => {
  const twice = app('rust').replace('{image: a:1}', '{image: a:1, image: a:2}');
  assert.equal(inject(twice, options()).notes, ['line 4: image is there twice; the last one counts']);
  const { notes, apps } = inject(`${app('rust')}...\n${app('java')}`, options());
  assert.equal(
    [notes, apps],
    [['line 6: what follows ... is read by nobody up to the next ---'], { theia: ['rust'] }],
  );
});

test('a document that cannot be read and has no AppDefinition passes as it came', () => {
  const odd = 'kind: Namespace\n  x: [warmgate\n---\n';
  assert.ok(inject(odd + app('rust'), options()).text.startsWith(odd));
});

test('a name that a Job cannot have with its suffix is refused', () => {
  assert.throws(
    () => inject(app('rust'), options({ name: 'a'.repeat(59) })),
    /^--hook-name a+: with -verify it is longer than the 63 characters of a Job's name/,
  );
  inject(app('rust'), options({ name: 'a'.repeat(56) }));
  assert.throws(() => inject(app('rust'), options({ mode: 'helm', name: 'a'.repeat(56) })), /with -rollback/);
});

test('desired AppDefinitions that no annotation holds go into several ConfigMaps, all told to guard', () => {
  const big = (name: string, bytes: number): string => app(name).replace('a:1', `a:${'x'.repeat(bytes)}`);
  const stream = Array.from({ length: 9 }, (_, at) => big(`pool-${at}`, 60_000)).join('---\n');
  const objects = objectsIn(inject(stream, options()).text);
  const maps = objects.filter(({ kind }) => kind === 'ConfigMap');
  assert.equal(
    maps.map(({ metadata }) => metadata.name),
    ['warmgate-guard-desired', 'warmgate-guard-desired-2', 'warmgate-guard-desired-3'],
  );
  for (const map of maps) {
    assert.ok(JSON.stringify(map).length < 262_144);
    assert.not.ok('argocd.argoproj.io/sync-options' in map.metadata.annotations);
  }
  const { spec } = objects.find(({ kind, metadata }) => kind === 'Job' && metadata.name === 'warmgate-guard')
    .spec.template;
  const files = ['', '-2', '-3'].map((number) => `appdefinitions${number}.yaml`);
  assert.equal(
    spec.containers[0].args.filter((arg: string) => arg.startsWith('/')),
    files.map((file) => `/desired/${file}`),
  );
  assert.equal(
    spec.volumes[0].projected.sources.map(
      ({ configMap }: { configMap: { name: string; items: unknown } }) => configMap,
    ),
    files.map((path, at) => ({
      name: maps[at].metadata.name,
      items: [{ key: 'appdefinitions.yaml', path }],
    })),
  );
});

test('one that is itself too large for client-side apply is applied by the server, and none that is too large for a ConfigMap', () => {
  const huge = (bytes: number): string => app('huge').replace('a:1', `a:${'x'.repeat(bytes)}`);
  const sync = 'argocd.argoproj.io/sync-options';
  const annotations = { [sync]: 'Validate=false' };
  const map = objectsIn(inject(huge(400_000), options({ annotations })).text).find(
    ({ kind }) => kind === 'ConfigMap',
  );
  assert.is(map.metadata.annotations[sync], 'Validate=false,ServerSideApply=true');
  const helm = objectsIn(inject(huge(400_000), options({ mode: 'helm' })).text).find(
    ({ kind }) => kind === 'ConfigMap',
  );
  assert.not.ok(sync in helm.metadata.annotations);
  assert.throws(() => inject(huge(1_100_000), options()), /takes 11\d{5} bytes, .* holds 1000000$/);
});

const space = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: theia\n';
const wave = (object: { metadata: { annotations?: Record<string, string> } }): string | undefined =>
  object.metadata.annotations?.['argocd.argoproj.io/sync-wave'];

test('with its namespace in the stream guard runs in the sync, between the namespace and the AppDefinitions', () => {
  const early = space.replace('  name', '  annotations: {argocd.argoproj.io/sync-wave: "-5"}\n  name');
  const stream = `${early}---\n${app('rust')}`;
  const { text, notes } = inject(stream, options());
  assert.ok(text.startsWith(stream));
  assert.equal(notes, []);
  const hooks = objectsIn(text).filter(({ metadata }) => /^warmgate-(guard|open)/.test(metadata.name));
  for (const { kind, metadata } of hooks) {
    const isOpen = kind === 'Job' && metadata.name === 'warmgate-open';
    assert.is(metadata.annotations['argocd.argoproj.io/hook'], isOpen ? 'SyncFail' : 'Sync', metadata.name);
    if (!isOpen) assert.is(wave({ metadata }), '-5');
  }
});

test('a namespace of the same wave gets an earlier one, and that is said once', () => {
  const stream = `# ours\n${space}  labels: {"on": "yes"}\n---\n${app('rust')}`;
  const once = inject(stream, options());
  assert.equal(once.notes, [
    'Namespace theia gets sync wave -1: guard runs between it and its AppDefinitions',
  ]);
  assert.ok(once.text.startsWith('# ours\napiVersion: v1\nkind: Namespace\n'));
  assert.ok(once.text.includes(`---\n${app('rust')}`));
  const [namespace] = objectsIn(once.text);
  assert.equal([wave(namespace), namespace.metadata.labels], ['-1', { on: 'yes' }]);
  const again = inject(once.text, options());
  assert.equal([again.text, again.notes], [once.text, []]);
  assert.is(inject(stream, options({ mode: 'helm' })).notes.length, 0);
  const elsewhere = inject(stream.replace('name: theia', 'name: other'), options());
  assert.match(elsewhere.text, /hook: PreSync/);
});

test.run();
