import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execaNode } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite<{ root: string }>('', { root: '' });
const uvu = JSON.stringify(import.meta.resolve('uvu'));
const head = `import { test } from ${uvu};\n`;
const good = `${head}test('holds', () => {});\ntest.run();\n`;

test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'warmgate-run-'));
});

test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

test('two good files are green, quiet, and closed by one plain line', async ({ root }) => {
  const { exitCode, stdout } = await npmTest(root, { 'a.test.ts': good, 'deep/er/b.test.ts': good });
  assert.is(stdout, '2 passed, 0 failed');
  assert.is(exitCode, 0);
});

test('a failed assertion is counted and its output shown', async ({ root }) => {
  const bad = `${head}test('one', () => {});\ntest('sinks', () => { throw new Error('iceberg'); });\ntest.run();\n`;
  const { exitCode, stdout } = await npmTest(root, { 'a.test.ts': good, 'bad.test.ts': bad });
  assert.match(stdout, 'iceberg');
  assert.match(stdout, 'test/bad.test.ts: ended with 1; 1 of 2 tests passed');
  assert.is(lastLine(stdout), '2 passed, 1 failed');
  assert.is(exitCode, 1);
});

for (const [title, source, problem] of [
  ['a file that forgets .run()', `${head}test('never', () => {});\n`, 'printed no results'],
  ['a file that runs an empty suite', `${head}test.run();\n`, 'holds no test'],
  [
    'a before hook that throws',
    `${head}test.before(() => { throw new Error('x'); });\ntest('never', () => {});\ntest.run();\n`,
    '0 of 1 tests passed',
  ],
  [
    'a thrown value that is no Error',
    `${head}test('odd', () => { throw 'text'; });\ntest('never', () => {});\ntest.run();\n`,
    '0 of 2 tests passed',
  ],
  [
    'a skipped test',
    `${head}test('one', () => {});\ntest.skip('two', () => {});\ntest.run();\n`,
    '1 skipped',
  ],
  [
    'a test left on .only',
    `${head}test('one', () => {});\ntest.only('two', () => {});\ntest.run();\n`,
    '1 skipped',
  ],
  [
    'an error that nobody caught after the results',
    `${good}setTimeout(() => { throw new Error('late'); }, 50);\n`,
    'ended with 1',
  ],
  ['a file that cannot be loaded', `import './not-there.ts';\n`, 'printed no results'],
  [
    'a test that ends the process',
    `${head}test('exits', () => process.exit(0));\ntest.run();\n`,
    'printed no results',
  ],
  [
    'a promise that never settles',
    `${head}test('waits', () => new Promise(() => {}));\ntest.run();\n`,
    'ended with 1',
  ],
] as const) {
  test(`${title} is red`, async ({ root }) => {
    const { exitCode, stdout } = await npmTest(root, { 'a.test.ts': source });
    assert.match(stdout, problem);
    assert.match(lastLine(stdout), /^\d+ passed, [1-9]\d* failed$/);
    assert.is(exitCode, 1);
  });
}

test('a file that hangs is stopped with everything it started', async ({ root }) => {
  const beats = join(root, 'beats');
  const beat = `setInterval(() => require('fs').appendFileSync(${JSON.stringify(beats)}, '.'), 20)`;
  const source = `import { spawn } from 'node:child_process';
    spawn(process.execPath, ['-e', ${JSON.stringify(beat)}], { stdio: 'inherit' });\n${good}`;
  const { exitCode, stdout } = await npmTest(root, { 'a.test.ts': source }, ['--limit', '1']);
  assert.match(stdout, 'ran too long and was stopped');
  assert.is(lastLine(stdout), '1 passed, 1 failed');
  assert.is(exitCode, 1);
  const { length } = readFileSync(beats);
  assert.ok(length > 0);
  await setTimeout(200);
  assert.is(readFileSync(beats).length, length);
});

test('a file may name a longer limit of its own', async ({ root }) => {
  const slow = `// limit: 30 s\n${good}setTimeout(() => {}, 1500);\n`;
  const { stdout } = await npmTest(root, { 'a.test.ts': slow }, ['--limit', '1']);
  assert.is(stdout, '1 passed, 0 failed');
});

test('a pattern chooses files, and one that matches none is red', async ({ root }) => {
  const files = { 'a.test.ts': good, 'deep/b.test.ts': good };
  assert.is((await npmTest(root, files, ['deep/'])).stdout, '1 passed, 0 failed');
  const { exitCode, stdout } = await npmTest(root, files, ['nothing']);
  assert.is(stdout, 'no test file matches nothing\n0 passed, 1 failed');
  assert.is(exitCode, 1);
});

test('files of the cluster, the scenarios and fixtures are left to their own runners', async ({ root }) => {
  const bad = 'process.exit(1);\n';
  const files = { 'control-plane/x.test.ts': bad, 'scenarios/x.test.ts': bad, 'fixtures/x.test.ts': bad };
  assert.is((await npmTest(root, { ...files, 'cluster/y.test.ts': good })).stdout, '1 passed, 0 failed');
});

async function npmTest(root: string, files: Record<string, string>, args: string[] = []) {
  for (const [name, source] of Object.entries(files)) {
    const path = join(root, 'test', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, source);
  }
  const runner = resolve(import.meta.dirname, 'run.ts');
  return execaNode(runner, [...args, '--root', root], { reject: false, timeout: 60_000, nodeOptions: [] });
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

test.run();
