import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Plan } from '../../plugin/forecast/plan.ts';
import { fates, incident, java, next, run } from './plan-process.ts';

// limit: 240 s

const test = suite<{ folder: string }>('plan, from a chart or a repository');

test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'warmgate-plan-'));
});
test.after(({ folder }) => rmSync(folder, { recursive: true }));

function program(folder: string, name: string, script: string): Record<string, string> {
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${bin}:${process.env.PATH}` };
}

test('a chart, rendered by the helm on the PATH with its values', async ({ folder }) => {
  const asked = join(folder, 'asked');
  const env = program(folder, 'helm', `echo "$@" > '${asked}'\ncat <<'END'\n---\n# Source: x\n${next}END`);
  const args = [
    '--chart',
    'chart',
    '--values',
    'a.yaml',
    '--values',
    '/b.yaml',
    '-f',
    incident,
    '-o',
    'json',
  ];
  const { exit, out, err } = await run(folder, args, { env });
  assert.is(exit, 0, err);
  assert.is(fates(JSON.parse(out)).filter((fate) => fate === 'renewed').length, 8);
  assert.is(
    readFileSync(asked, 'utf8').trim(),
    `template plan ${folder}/chart --namespace theia --values ${folder}/a.yaml --values /b.yaml`,
  );
});

test('a helm that fails or is not there is told, with 2', async ({ folder }) => {
  const env = program(folder, 'helm', 'echo "first" >&2; echo "Error: no such chart" >&2; exit 1');
  const failed = await run(folder, ['--chart', 'chart', '-f', incident], { env });
  assert.is(failed.exit, 2);
  assert.match(failed.err, /helm could not render chart: no such chart\n/);
  const missing = await run(folder, ['--chart', 'chart', '-f', incident], { env: { PATH: '/nowhere' } });
  assert.is(missing.exit, 2);
  assert.match(missing.err, /helm is not on the PATH/);
});

test('of what helm says its own cause is told, without its advice, and of a long one both ends', async ({
  folder,
}) => {
  const advice = 'Use --debug flag to render out invalid YAML';
  const says = async (text: string): Promise<string> => {
    const env = program(folder, 'helm', `cat >&2 <<'END'\n${text}\nEND\nexit 1`);
    const { exit, err } = await run(folder, ['--chart', 'chart', '-f', incident], { env });
    assert.is(exit, 2);
    return err;
  };
  const cause =
    'YAML parse error on bad/templates/a.yaml: error converting YAML to JSON: yaml: line 3: did not find';
  assert.is(
    await says(`WARNING: readable\nError: ${cause}\n\n${advice}`),
    `warmgate: helm could not render chart: ${cause}\n`,
  );
  assert.is(
    await says('Error: \u001b[31mfirst\nsecond'),
    'warmgate: helm could not render chart: first second\n',
  );
  const long = await says(
    `Error: template: c/templates/a.yaml:3:4: ${'executing '.repeat(50)}: no such value`,
  );
  assert.match(long, /: template: c\/templates\/a\.yaml:3:4: .* … .*: no such value\n$/);
  assert.ok(long.length < 260, long);
});

interface Repository {
  cwd: string;
  commit(files: Record<string, string | Buffer>): void;
  git(...args: string[]): void;
}

function repository(folder: string): Repository {
  const cwd = mkdtempSync(join(folder, 'repository-'));
  const git = (...args: string[]): void => {
    const done = spawnSync('git', args, {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' },
    });
    assert.is(done.status, 0, done.stderr);
  };
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'somebody@example.test');
  git('config', 'user.name', 'Somebody');
  return {
    cwd,
    git,
    commit(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(cwd, name, '..'), { recursive: true });
        writeFileSync(join(cwd, name), text);
      }
      git('add', '-A');
      git('commit', '-q', '-m', 'change');
    },
  };
}

test('two revisions of a repository, without a cluster', async ({ folder }) => {
  const { cwd, commit } = repository(folder);
  commit({
    'deploy/java.yaml': java('a:1', 3),
    'deploy/values.yaml': 'image: a\n# AppDefinition of java\n',
    'deploy/template.yaml': `kind: AppDefinition\nmetadata: {name: {{ .Values.name }}}\n`,
    'other/c.yaml': java('c:1').replaceAll('java-25-latest', 'c'),
  });
  commit({ 'deploy/java.yaml': java('a:2', 4) });
  const { exit, out, err } = await run(cwd, ['--git', 'HEAD~1..HEAD', '--path', 'deploy', '-o', 'json']);
  assert.is(exit, 0, err);
  const plan: Plan = JSON.parse(out);
  assert.is(plan.source, 'base');
  assert.equal(
    plan.pools.map(({ app, change, image, minInstances }) => ({ app, change, image, minInstances })),
    [{ app: 'java-25-latest', change: 'spec', image: ['a:1', 'a:2'], minInstances: [3, 4] }],
  );
  assert.equal(fates(plan), ['renewed', 'renewed', 'renewed', 'made']);
  assert.match(err, /HEAD:deploy\/template\.yaml is a template and was left out/);
  const whole = await run(cwd, ['--git', 'HEAD~1..HEAD', '-o', 'json']);
  assert.equal(
    (JSON.parse(whole.out) as Plan).pools.map(({ app, change }) => `${app} ${change}`),
    ['java-25-latest spec', 'c none'],
  );
  const seen = await run(cwd, ['--git', 'HEAD~1..HEAD', '-f', incident, '-o', 'json']);
  assert.is((JSON.parse(seen.out) as Plan).source, 'file');
});

test('an AppDefinition that a revision takes away is left alone, or pruned', async ({ folder }) => {
  const { cwd, commit } = repository(folder);
  commit({ 'java.yaml': java('a:1', 2), 'readme.md': 'x' });
  commit({ 'java.yaml': '' });
  const kept: Plan = JSON.parse((await run(cwd, ['--git', 'HEAD~1..HEAD', '-o', 'json'])).out);
  assert.equal(kept.pools, []);
  assert.equal(
    kept.notes.map(({ code }) => code),
    ['noAppDefinition', 'notInManifests'],
  );
  const { out } = await run(cwd, ['--git', 'HEAD~1..HEAD', '--prune', '-o', 'json']);
  assert.equal(fates(JSON.parse(out)), ['deleted', 'deleted']);
});

test('three dots compare with where the branch began; without such a point that is told', async ({
  folder,
}) => {
  const { cwd, commit, git } = repository(folder);
  commit({ 'java.yaml': java('a:1', 2) });
  git('checkout', '-q', '-b', 'change');
  commit({ 'java.yaml': java('a:2', 2) });
  git('checkout', '-q', 'main');
  commit({ 'java.yaml': java('a:3', 2) });
  const { exit, out, err } = await run(cwd, ['--git', 'main...change', '-o', 'json']);
  assert.is(exit, 0, err);
  assert.equal((JSON.parse(out) as Plan).pools[0]?.image, ['a:1', 'a:2']);
  git('checkout', '-q', '--orphan', 'other');
  commit({ 'java.yaml': java('a:4', 2) });
  const apart = await run(cwd, ['--git', 'main...other']);
  assert.is(apart.exit, 2);
  assert.match(apart.err, /git cannot read main\.\.\.other: they have no common ancestor; .*fetch-depth: 0/);
});

test('of a revision every document is read by itself, in its encoding; a broken one is told with its line', async ({
  folder,
}) => {
  const { cwd, commit } = repository(folder);
  const mixed = `${java('a:1', 2)}---\nkind: AppDefinition\nmetadata: {name: {{ .Values.name }}}\n---\nimage: a\n`;
  commit({
    'java.yaml': mixed,
    'c.yaml': Buffer.from(`\uFEFF${java('c:1', 1).replaceAll('java-25-latest', 'c')}`, 'utf16le'),
  });
  commit({ 'java.yaml': mixed.replace('a:1', 'a:2') });
  const { exit, out, err } = await run(cwd, ['--git', 'HEAD~1..HEAD', '-o', 'json']);
  assert.is(exit, 0, err);
  assert.equal(
    (JSON.parse(out) as Plan).pools.map(({ app, change }) => `${app} ${change}`),
    ['c none', 'java-25-latest spec'],
  );
  commit({ 'java.yaml': `${java('a:3', 2)}  sidecars: *none\n` });
  const broken = await run(cwd, ['--git', 'HEAD~1..HEAD']);
  assert.equal(
    [broken.exit, broken.err.split('\n').at(-2)],
    [2, 'warmgate: HEAD:java.yaml, line 10: *none is the alias of no anchor; quote it: "*none"'],
  );
});

test('a revision that is not there, or no repository, is told with 2', async ({ folder }) => {
  const { cwd, commit } = repository(folder);
  commit({ 'java.yaml': next });
  const unknown = await run(cwd, ['--git', 'nothing..HEAD']);
  assert.is(unknown.exit, 2);
  assert.match(unknown.err, /git cannot read nothing \.: Not a valid object name nothing/);
  const nowhere = await run(folder, ['--git', 'a..b']);
  assert.is(nowhere.exit, 2);
  assert.match(nowhere.err, /^warmgate: git cannot read a \.: not a git repository[^\n]*\n$/);
  const gitless = await run(cwd, ['--git', 'a..b'], { env: { PATH: '/nowhere' } });
  assert.equal([gitless.exit, gitless.err], [2, 'warmgate: git is not on the PATH, and --git needs it\n']);
  const option = await run(cwd, ['--git=--output=x..HEAD']);
  assert.is(option.exit, 2);
  assert.match(option.err, /two revisions, as main\.\.HEAD/);
});

test.run();
