import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { releaseNotes } from '../../build/release-notes.ts';
import { type Ran, root, run } from './built.ts';

// limit: 240 s

interface Installed {
  folder: string;
  tarball: string;
  warmgate(name: string, ...args: string[]): Promise<Ran>;
}

const recording = join(root, 'test/fixtures/recordings/02-incident.json');
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const test = suite<Installed>('npm package');

test.before((context) => {
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-package-'));
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, { cwd, timeout: 120_000, stdio: ['ignore', 'pipe', 'pipe'] });
  npm(root, 'pack', '--pack-destination', folder, '--silent');
  const app = join(folder, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{"name":"app","private":true,"type":"module"}');
  context.tarball = join(folder, `warmgate-${version}.tgz`);
  npm(app, 'install', '--offline', '--no-audit', '--no-fund', context.tarball);
  context.folder = app;
  context.warmgate = (name, ...args) => run(join(app, 'node_modules/.bin', name), args);
});

test.after(({ folder }) => rmSync(join(folder, '..'), { recursive: true, force: true }));

test('it installs without a registry, with nothing beside it', ({ folder }) => {
  const names = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.equal(names, ['warmgate']);
  const inside = readdirSync(join(folder, 'node_modules/warmgate'), { recursive: true, encoding: 'utf8' });
  const documents = ['config', 'diagnosis', 'plan', 'report'].map((name) => `schemas/${name}.schema.json`);
  const dist = ['LICENSES.txt', 'index.js', 'more.js', 'sbom.cdx.json', 'warmgate.js'];
  const types = ['diagnosis', 'index', 'plan', 'report'].map((name) => `${name}.d.ts`);
  assert.equal(
    inside.sort(),
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json', 'schemas']
      .concat(
        [...dist, ...types].map((name) => `dist/${name}`),
        documents,
      )
      .sort(),
  );
});

test('both commands run as installed, the demo and the plan by chart among them', async ({ warmgate }) => {
  for (const name of ['warmgate', 'kubectl-warmgate']) {
    assert.match((await warmgate(name, '--version')).out, `warmgate ${version}`);
    const { exit, out } = await warmgate(name, 'check', '-f', recording);
    assert.is(exit, 1, name);
    assert.match(out, 'not converged');
  }
  const plan = await warmgate('warmgate', 'plan', '--chart', join(root, 'charts/patch'));
  assert.is(plan.exit, 2);
  assert.not.match(plan.err, 'not in this build');
});

test('a program that reads the report finds its types and its schema', async ({ folder, warmgate }) => {
  writeFileSync(
    join(folder, 'report.json'),
    (await warmgate('warmgate', 'check', '-f', recording, '-o', 'json')).out,
  );
  writeFileSync(
    join(folder, 'reader.ts'),
    `import { readFileSync } from 'node:fs';
import { type Diagnosis, diagnosisSchema, type Plan, planSchema, type Report, reportSchema } from 'warmgate';
import schema from 'warmgate/schemas/report.schema.json' with { type: 'json' };
const report: Report = JSON.parse(readFileSync('report.json', 'utf8'));
const states: string[] = report.pools.flatMap((pool) => pool.instances.map(({ state }) => state));
// @ts-expect-error no such field
report.pools.flatMap((pool) => pool.instances.map(({ colour }) => colour));
type Others = [Plan['kind'], Diagnosis['kind']];
const others: Others = ['Plan', 'Diagnosis'];
const same = JSON.stringify(schema) === JSON.stringify(reportSchema);
console.log(report.kind, states.length, ...others, same, 'title' in planSchema && 'title' in diagnosisSchema);
`,
  );
  mkdirSync(join(folder, 'node_modules/@types'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  const strict = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--skipLibCheck',
    'false',
  ];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, ...strict, 'reader.ts'], { cwd: folder, timeout: 60_000 });
  const out = execFileSync(process.execPath, ['reader.ts'], { cwd: folder, encoding: 'utf8' });
  assert.match(out, /^Report \d+ Plan Diagnosis true true\n$/);
});

test('publint finds nothing', async ({ folder }) => {
  const { messages } = await publint({ pkgDir: join(folder, 'node_modules/warmgate'), pack: false });
  assert.equal(messages, []);
});

test('arethetypeswrong finds nothing but that it is a module, which every Node it runs on can require', async ({
  tarball,
}) => {
  const found = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  assert.ok(found.types);
  const problems = found.problems.map(({ kind, ...at }) => [kind, ...Object.values(at)].join(' '));
  assert.equal(problems, ['CJSResolvesToESM . node16-cjs']);
  assert.is(engines.node, '>=22.19.0');
});

test('it names each package whose code it carries, with a licence, and no tool that only built it', ({
  folder,
}) => {
  const read = (name: string) => readFileSync(join(folder, 'node_modules/warmgate/dist', name), 'utf8');
  const { components, metadata } = JSON.parse(read('sbom.cdx.json'));
  const names: string[] = components.map((each: { name: string }) => each.name);
  const licences = read('LICENSES.txt');
  for (const name of ['undici', 'yaml', 'execa', 'simple-git', 'openid-client'])
    assert.ok(names.includes(name), name);
  for (const name of ['esbuild', 'typescript', 'uvu', 'node']) assert.not.ok(names.includes(name), name);
  for (const { name, version: of } of components) assert.match(licences, `\n${name} ${of} (`);
  assert.is(metadata.component.name, 'warmgate');
});

test('release notes are what the changelog says of that version alone', () => {
  const changelog = '# Changelog\n\n## 0.2.0\n\n- two\n\n## 0.1.0 (unreleased)\n\n- one\n\n## 0.0.9\n';
  assert.is(releaseNotes(changelog, '0.1.0'), '- one');
  assert.is(releaseNotes(changelog, '0.2.0'), '- two');
  assert.is(releaseNotes(changelog, '0.0.9'), undefined);
  assert.is(releaseNotes(changelog, '0.2'), undefined);
});

test.run();
