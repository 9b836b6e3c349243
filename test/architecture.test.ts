import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { breaches, folderRules, manifest, packageOf } from './harness/architecture-rules.ts';
import { sourceFacts } from './harness/source-facts.ts';

const root = join(import.meta.dirname, '..');
const facts = sourceFacts(root);
const plugin = facts.filter(({ file }) => file.startsWith('plugin/'));

test('imports, circles, asynchrony, forbidden words, sizes, forms and the places of tests hold everywhere', () => {
  assert.ok(plugin.length > 20, 'the compiler lists the files of plugin/');
  assert.equal(breaches(facts), []);
});

test('every file of plugin/ is seen by the compiler, so by these rules', () => {
  const seen = new Set(plugin.map(({ file }) => file));
  const onDisk = readdirSync(join(root, 'plugin'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name))
    .map((name) => `plugin/${name.replaceAll('\\', '/')}`);
  assert.equal(
    onDisk.filter((file) => !seen.has(file)),
    [],
  );
});

test('every package that is imported is declared at one version, and installing warmgate installs none', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const undeclared = facts.flatMap(({ file, imports }) => {
    const names = imports
      .filter((name) => name !== manifest && !/^(plugin|test|build|charts\/|node:)/.test(name))
      .map(packageOf);
    return names.filter((name) => !(name in devDependencies)).map((name) => `${file}: ${name}`);
  });
  assert.equal(undeclared, []);
  assert.is(dependencies, undefined);
  for (const [name, version] of Object.entries<string>(devDependencies))
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
});

test('plugin/README.md says in one sentence what belongs in each folder', () => {
  const rows = [
    ...readFileSync(join(root, 'plugin/README.md'), 'utf8').matchAll(/^\| `([\w.]+)\/?` \| (.*) \|$/gm),
  ];
  const entries = readdirSync(join(root, 'plugin'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.equal(rows.map(([, name]) => name).sort(), [...folders, 'main.ts'].sort());
  for (const [, name, sentence] of rows) assert.match(sentence ?? '', /^[A-Z].{30,140}\.$/, name);
  assert.equal(Object.keys(folderRules).sort(), [...folders, 'main'].sort());
});

test('each rule says what breaks it', () => {
  const found = breachesOf({
    'plugin/model/a.ts': `import type { B } from '../theia/b.ts';\nexport type A = B;`,
    'plugin/theia/b.ts': `export type B = import('../assess/d.ts').D;\nexport { own } from './own.ts';`,
    'plugin/theia/own.ts': `export const own = 1;`,
    'plugin/assess/clock.ts': `export const at = (): number => Date.now() + new Date().getTime();`,
    'plugin/assess/d.ts': `export type D = 1;`,
    'plugin/assess/fine.ts': `/** Date.now, console, process. */\nexport const day = new Date(0).getTime();
      export const text = 'process console.log async'; export const member = { process: 1, console: 2 };`,
    'plugin/decide/slow.ts': `export async function slow(): Promise<void> {}`,
    'plugin/decide/later.ts': `export const later = (): unknown => import('../report/x.ts');`,
    'plugin/decide/env.ts': `import { env } from 'node:process';\nexport const home = env['HOME'];`,
    'plugin/report/x.ts': `export default function x(): void {\n  console.log(process.env, Math.random());\n}`,
    'plugin/report/fs.ts': `import { readFileSync } from 'node:fs';\nexport const file: unknown = readFileSync;`,
    'plugin/cluster/exit.ts': `export const exit = (): void => {\n  process.exit(1);\n};`,
    'plugin/lab/net.ts': `import { exit } from '../cluster/exit.ts';\nexport const gone = exit;`,
    'plugin/commands/run.ts': `enum Bad {\n  One,\n}\nexport const run = Bad.One;`,
    'plugin/act/run.ts': `import { run } from '../commands/run.ts';\nexport const again = run;`,
    'plugin/main.ts': `import { run } from './commands/run.ts';\nprocess.exit(run);`,
    'plugin/other/x.ts': `export const other = 1;`,
    'plugin/observe/one.ts': `import type { Two } from './two.ts';\nexport type One = Two;`,
    'plugin/observe/two.ts': `import type { Three } from './three.ts';\nexport type Two = Three;`,
    'plugin/observe/three.ts': `import type { One } from './one.ts';\nexport type Three = One | 1;`,
    'test/observe/one.topic.test.ts': `export {};`,
    'test/observe/four.test.ts': `export {};`,
    'test/elsewhere/four.test.ts': `export {};`,
    'test/long.test.ts': `${'export {};\n'.repeat(251)}`,
  });
  assert.equal(found, [
    'plugin/act/run.ts: imports plugin/commands/run.ts',
    'plugin/assess/clock.ts: uses Date.now',
    'plugin/assess/clock.ts: uses new Date()',
    'plugin/cluster/exit.ts: uses process.exit',
    'plugin/commands/run.ts: has an enum',
    'plugin/decide/env.ts: imports node:process',
    'plugin/decide/later.ts: imports plugin/report/x.ts',
    'plugin/decide/slow.ts: is asynchronous',
    'plugin/lab/net.ts: imports plugin/cluster/exit.ts',
    'plugin/model/a.ts: imports plugin/theia/b.ts',
    'plugin/observe/one.ts: imports itself by way of plugin/observe/three.ts, plugin/observe/two.ts',
    'plugin/other/x.ts: plugin/other has no row in the folder rules',
    'plugin/report/fs.ts: imports node:fs',
    'plugin/report/x.ts: has a default export',
    'plugin/report/x.ts: uses Math.random',
    'plugin/report/x.ts: uses console',
    'plugin/report/x.ts: uses process',
    'plugin/theia/b.ts: hands on exports of another file',
    'plugin/theia/b.ts: imports plugin/assess/d.ts',
    'test/long.test.ts: has 251 lines, more than 250',
    'test/observe/four.test.ts: there is no plugin/observe/four.ts',
  ]);
});

function breachesOf(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-rules-'));
  try {
    const compilerOptions = { module: 'nodenext', noEmit: true, allowImportingTsExtensions: true, types: [] };
    const tsconfig = JSON.stringify({ compilerOptions, include: ['plugin', 'test'] });
    for (const [name, text] of Object.entries({ ...files, 'tsconfig.json': tsconfig })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return breaches(sourceFacts(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.run();
