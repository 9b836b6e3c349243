import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { compileCache, programFile } from '../harness/program-file.ts';

function run(input: string | Buffer, args: readonly string[], env: Record<string, string> = {}) {
  const done = spawnSync(process.execPath, [programFile, 'inject', ...args], {
    input,
    env: { PATH: process.env.PATH, ...compileCache, ...env },
    timeout: 20_000,
  });
  return { exit: done.status, out: done.stdout, err: done.stderr.toString() };
}

const app =
  'apiVersion: theia.cloud/v1beta11\nkind: AppDefinition\nmetadata: {name: java}\nspec: {image: a:1}\n';

test('bytes that are no text to speak of pass: a byte order mark, carriage returns, no last newline', () => {
  const input = Buffer.from(`\uFEFF# é 🙂\r\nkind: Service\r\n---\r\n${app.trimEnd()}`);
  const { exit, out, err } = run(input, ['-n', 'theia']);
  assert.is(exit, 0);
  assert.ok(out.subarray(0, input.length).equals(input));
  assert.match(out.subarray(input.length).toString(), /^\n---\napiVersion: v1\nkind: ServiceAccount\n/);
  assert.is(err, '');
});

test('without an AppDefinition nothing is added, and stderr says so', () => {
  const { exit, out, err } = run('kind: Service\n', []);
  assert.is(exit, 0);
  assert.is(out.toString(), 'kind: Service\n');
  assert.match(err, /no AppDefinition in the manifests; no hook added/);
  assert.is(run('kind: Service\n', ['--quiet']).err, '');
});

test('inside Argo CD the hooks carry its name, revision and namespace', () => {
  const env = { ARGOCD_APP_NAME: 'pools', ARGOCD_APP_REVISION: 'abc', ARGOCD_APP_NAMESPACE: 'theia' };
  const { exit, out } = run(app, [], env);
  assert.is(exit, 0);
  const jobs = parseAllDocuments(out.toString())
    .map((document) => document.toJS())
    .filter(({ kind }) => kind === 'Job');
  assert.equal(
    jobs.map(({ metadata }) => metadata.namespace),
    ['theia', 'theia', 'theia'],
  );
  for (const { spec, metadata } of jobs) {
    assert.ok(metadata.annotations['argocd.argoproj.io/hook']);
    assert.equal(
      Object.fromEntries(
        // biome-ignore lint/suspicious/noExplicitAny: foreign YAML
        spec.template.spec.containers[0].env.map(({ name, value }: any) => [name, value]),
      ),
      env,
    );
  }
});

test('inside a Helm plugin the hooks are those of Helm', () => {
  const { out } = run(app, ['-n', 'theia', '--timeout', '2m', '--image', 'r.example.test/w:1'], {
    HELM_PLUGIN_NAME: 'warmgate',
  });
  assert.match(out.toString(), /helm\.sh\/hook: post-install,post-upgrade/);
  assert.not.match(out.toString(), /argocd/);
  assert.match(out.toString(), /activeDeadlineSeconds: 150/);
  assert.match(out.toString(), /image: r\.example\.test\/w:1/);
});

test('Helm 3 is refused before anything is read', () => {
  const { exit, out, err } = run('', ['--for', 'helm3']);
  assert.is(exit, 2);
  assert.is(out.toString(), '');
  assert.match(err, /Helm 3 takes no hooks from a post-renderer/);
});

test('a flag that the hook would refuse in the cluster is refused here', () => {
  const { exit, err } = run(app, ['-n', 'theia', '--verify-flags=--batch 0']);
  assert.is(exit, 2);
  assert.match(err, /--batch 0/);
  const fine = run(app, ['-n', 'theia', '--verify-flags=--batch 25%', '--guard-flags=--strict']);
  assert.is(fine.exit, 0);
  assert.match(fine.out.toString(), /- --batch\n\s+- 25%/);
  assert.match(fine.out.toString(), /- --strict/);
});

test('a hook with its own --timeout gets the deadline for it, one with --allow the rights', () => {
  const { out } = run(app, [
    '-n',
    'theia',
    '--verify-flags=--timeout 10m --allow restart-operator',
    '--guard-flags=--timeout 2m',
  ]);
  const all = parseAllDocuments(out.toString()).map((document) => document.toJS());
  const named = (kind: string, name: string) =>
    all.find((each) => each.kind === kind && each.metadata.name === `warmgate-${name}`);
  assert.is(named('Job', 'verify').spec.activeDeadlineSeconds, 630);
  assert.is(named('Job', 'guard').spec.activeDeadlineSeconds, 150);
  assert.is(named('Job', 'open').spec.activeDeadlineSeconds, 90);
  // biome-ignore lint/suspicious/noExplicitAny: foreign YAML
  const deployments = named('Role', 'verify').rules.find((rule: any) =>
    rule.resources.includes('deployments'),
  );
  assert.ok(deployments.verbs.includes('delete'));
  const plain = run(app, ['-n', 'theia']).out.toString();
  assert.not.match(
    plain.slice(plain.indexOf('name: warmgate-verify')),
    /deployments\n +verbs:(\n +- \w+)*\n +- delete/,
  );
});

test('what is not UTF-8 is refused: it could not come out as it went in', () => {
  const { exit, out, err } = run(Buffer.from([0x61, 0x3a, 0xff, 0x0a]), []);
  assert.is(exit, 2);
  assert.is(out.length, 0);
  assert.match(err, /not UTF-8/);
});

test.run();
