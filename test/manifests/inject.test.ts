import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { usualHooks } from '../../plugin/manifests/hooks.ts';
import { type InjectOptions, inject } from '../../plugin/manifests/inject.ts';
import { writeYaml } from '../../plugin/manifests/manifest.ts';
import { fc } from '../harness/fast-check.ts';
import { golden } from '../harness/golden.ts';

const image = 'ghcr.io/example/warmgate:1.2.3';

function options(mode: 'argo' | 'helm', more: Partial<InjectOptions> = {}): InjectOptions {
  return { ...usualHooks({ mode, namespace: '', image }), namespace: 'theia', ...more };
}

const java = `# Source: pools/templates/java.yaml
apiVersion: theia.cloud/v1beta11
kind: AppDefinition
metadata:
  name: java-17   # kept as it is
  annotations:
    helm.sh/revision: "7"
spec:
  name: java-17
  image: "ghcr.io/example/java:1.3.0"
  minInstances: 3
`;
const other = `---
apiVersion: v1
kind: ConfigMap
metadata: {name: some, labels: {odd: 'yes'}}
data: {a: "1"}
`;
const stream = `${java}${other}`;

// biome-ignore lint/suspicious/noExplicitAny: manifests are foreign JSON to their reader
function added(text: string, before: string): any[] {
  assert.ok(text.startsWith(before), 'the stream comes out as it went in');
  return parseAllDocuments(text.slice(before.length)).map((document) => document.toJS());
}

test('the stream comes out byte for byte with the hooks after it, for Argo CD', () => {
  const { text, apps, foreign } = inject(
    stream,
    options('argo', { env: { ARGOCD_APP_NAME: 'pools', ARGOCD_APP_REVISION: 'abc123' } }),
  );
  golden('inject-argo.yaml', text);
  assert.ok(text.startsWith(stream));
  assert.equal(apps, { theia: ['java-17'] });
  assert.equal(foreign, []);
});

test('and for Helm 4', () => {
  golden('inject-helm4.yaml', inject(stream, options('helm')).text);
});

test('guard knows the desired spec, without the annotations of the tool that rendered it', () => {
  const objects = added(inject(stream, options('argo')).text, stream);
  const desired = objects.find(({ kind }) => kind === 'ConfigMap').data['appdefinitions.yaml'];
  assert.equal(
    parseAllDocuments(desired).map((document) => document.toJS()),
    [
      {
        apiVersion: 'theia.cloud/v1beta11',
        kind: 'AppDefinition',
        metadata: { name: 'java-17', namespace: 'theia' },
        spec: { name: 'java-17', image: 'ghcr.io/example/java:1.3.0', minInstances: 3 },
      },
    ],
  );
  const guard = objects.find(({ kind, metadata }) => kind === 'Job' && metadata.name === 'warmgate-guard');
  assert.ok(guard.spec.template.spec.containers[0].args.includes('/desired/appdefinitions.yaml'));
  assert.not.ok(guard.spec.template.spec.containers[0].args.includes('--app'));
});

test('verify judges the AppDefinitions of this release only', () => {
  const two = `${stream}---\n${java.replaceAll('java-17', 'c-latest')}`;
  const objects = added(inject(two, options('argo', { flags: { verify: ['--batch', '2'] } })).text, two);
  const verify = objects.find(({ kind, metadata }) => kind === 'Job' && metadata.name === 'warmgate-verify');
  assert.equal(verify.spec.template.spec.containers[0].args, [
    'verify',
    '--timeout',
    '240s',
    '--app',
    'java-17',
    '--app',
    'c-latest',
    '--batch',
    '2',
  ]);
});

test('a second run changes nothing, one with other options replaces what the first one added', () => {
  for (const mode of ['argo', 'helm'] as const) {
    const once = inject(stream, options(mode)).text;
    assert.is(inject(once, options(mode)).text, once);
    const longer = options(mode, { timeoutSeconds: { verify: 600 } });
    assert.is(inject(once, longer).text, inject(stream, longer).text);
    assert.not.equal(inject(once, longer).text, once);
  }
});

test('what an earlier run added is found wherever a tool has moved it', () => {
  const once = inject(stream, options('argo')).text;
  const moved = `${once.slice(stream.length)}---\n${stream}`;
  const again = inject(moved, options('argo')).text;
  assert.is(again, `---\n${once}`);
});

test('without an AppDefinition the stream comes out unchanged', () => {
  for (const text of [other, '', '\n', 'not: [kubernetes', 'kind: AppDefinition\nmetadata: {name: x}\n']) {
    assert.equal(inject(text, options('argo')), { text, apps: {}, foreign: [], notes: [] });
  }
});

test('an AppDefinition of another API group is none', () => {
  const foreignKind = java.replace('theia.cloud/v1beta11', 'example.test/v1');
  assert.is(inject(foreignKind, options('argo')).text, foreignKind);
});

test('AppDefinitions inside a List are found', () => {
  const list = JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [{ apiVersion: 'theia.cloud/v1beta11', kind: 'AppDefinition', metadata: { name: 'a' }, spec: {} }],
  });
  const { text, apps } = inject(list, options('argo'));
  assert.equal(apps, { theia: ['a'] });
  assert.ok(text.startsWith(`${list}\n{"apiVersion":"v1","kind":"ServiceAccount"`));
});

test('each namespace gets hooks of its own', () => {
  const two = `${stream}---\n${java.replace('  name: java-17 ', '  namespace: elsewhere\n  name: java-17 ')}`;
  const { text, apps } = inject(two, options('argo'));
  assert.equal(apps, { theia: ['java-17'], elsewhere: ['java-17'] });
  const jobs = added(text, two).filter(({ kind }) => kind === 'Job');
  assert.equal(
    jobs.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`),
    ['theia', 'elsewhere'].flatMap((each) =>
      ['guard', 'verify', 'open'].map((name) => `${each}/warmgate-${name}`),
    ),
  );
});

test('a namespace that nobody knows is asked for', () => {
  const { namespace: _, ...rest } = options('helm');
  assert.throws(() => inject(stream, { ...rest, namespace: undefined }), /java-17 names no namespace/);
  const said = java.replace('metadata:\n', 'metadata:\n  namespace: pools\n');
  assert.equal(inject(said, { ...rest, namespace: undefined }).apps, { pools: ['java-17'] });
});

test('hooks that the chart brings stay alone', () => {
  const hook = `---
apiVersion: batch/v1
kind: Job
metadata:
  name: release-verify
  labels: {app.kubernetes.io/name: warmgate}
  annotations: {helm.sh/hook: post-upgrade}
`;
  const { text, foreign } = inject(stream + hook, options('helm'));
  assert.is(text, stream + hook);
  assert.equal(foreign, ['Job/release-verify']);
  const cron = hook.replace('kind: Job', 'kind: CronJob').replace(/ {2}annotations.*\n/, '');
  assert.equal(inject(stream + cron, options('helm')).foreign, []);
});

test('an AppDefinition that cannot be read, or that no ConfigMap holds, is refused', () => {
  assert.throws(
    () => inject('kind: AppDefinition\n  spec: x\n', options('argo')),
    /standard input, line 2: the line goes on the one above/,
  );
  const huge = java.replace('ghcr.io', 'x'.repeat(1_100_000));
  assert.throws(() => inject(huge, options('argo')), /guard of it holds/);
});

test('text that YAML 1.1 takes for something else is quoted', () => {
  const yaml = writeYaml({ a: 'yes', b: '0777', c: 'on', d: '1_000', e: 'plain', f: '~', g: true, h: 8 });
  assert.is(yaml, 'a: "yes"\nb: "0777"\nc: "on"\nd: "1_000"\ne: plain\nf: "~"\ng: true\nh: 8\n');
});

test('whatever surrounds an AppDefinition comes out as it went in, and twice is once', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      java,
      other,
      'kind: Service\n',
      '# note\n',
      'a: |\n  warm\n',
      '\uFEFF',
      'x: "\u2028"\n',
      '{{ .Values }}\n',
    ),
    fc.string().filter((text) => !/AppDefinition|warmgate|---/.test(text)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), fc.boolean(), (pieces, argo) => {
      const around = `${pieces.join('\n---\n')}\n---\n${java}`;
      const it = options(argo ? 'argo' : 'helm');
      let once: string;
      try {
        once = inject(around, it).text;
      } catch (error) {
        assert.match(String((error as Error).message), /^standard input, line \d+: /);
        return;
      }
      assert.ok(once.startsWith(around) && once.length > around.length);
      assert.is(inject(once, it).text, once);
    }),
    { numRuns: 30 },
  );
});

test.run();
