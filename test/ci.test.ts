import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite<{ root: string }>('', { root: '' });

test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'warmgate-ci-'));
});

test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

test('both suites run, and their counts are added up in the last line', async ({ root }) => {
  const { exitCode, stdout } = await run(root, {
    test: '12 passed, 0 failed',
    cluster: '5 passed, 0 failed',
  });
  assert.is(lastLine(stdout), '17 passed, 0 failed');
  assert.is(exitCode, 0);
});

test('without a cluster suite the first one counts alone', async ({ root }) => {
  const { exitCode, stdout } = await run(root, { test: '12 passed, 0 failed' });
  assert.is(lastLine(stdout), '12 passed, 0 failed');
  assert.is(exitCode, 0);
});

test('a failure in the first suite does not keep the second from running', async ({ root }) => {
  const { exitCode, stdout } = await run(root, {
    test: '11 passed, 1 failed',
    cluster: '5 passed, 0 failed',
  });
  assert.is(lastLine(stdout), '16 passed, 1 failed');
  assert.is(exitCode, 1);
});

test('a suite that dies without its closing line is red', async ({ root }) => {
  const { exitCode, stdout } = await run(root, { test: '12 passed, 0 failed', cluster: 'killed' });
  assert.is(lastLine(stdout), '12 passed, 1 failed');
  assert.is(exitCode, 1);
});

test('a failed check is red before any test', async ({ root }) => {
  const { exitCode, stdout } = await run(root, { check: 'error TS2322', test: '12 passed, 0 failed' });
  assert.not.match(stdout, '12 passed');
  assert.is(lastLine(stdout), '0 passed, 1 failed');
  assert.is.not(exitCode, 0);
});

/** Runs a copy of .ci/run with an `npm` that prints what each script would, and fails where that is no `0 failed`. */
async function run(root: string, says: { check?: string; test: string; cluster?: string }) {
  mkdirSync(join(root, '.ci'));
  mkdirSync(join(root, 'bin'));
  cpSync(join(import.meta.dirname, '../.ci/run'), join(root, '.ci/run'));
  const npm = `#!/usr/bin/env bash
    case "$*" in
      ci*) ;;
      *check) ${says.check === undefined ? '' : `echo '${says.check}'; exit 2`} ;;
      *test:cluster) echo noise; echo '${says.cluster}'; [[ '${says.cluster}' == *' 0 failed' ]] ;;
      *test) echo noise; echo '${says.test}'; [[ '${says.test}' == *' 0 failed' ]] ;;
      *) exit 9 ;;
    esac`;
  writeFileSync(join(root, 'bin/npm'), npm);
  chmodSync(join(root, 'bin/npm'), 0o755);
  if (says.cluster !== undefined) {
    mkdirSync(join(root, 'test/control-plane'), { recursive: true });
    writeFileSync(join(root, 'test/control-plane/all.ts'), '');
  }
  return execa(join(root, '.ci/run'), {
    env: { PATH: `${join(root, 'bin')}:${process.env.PATH}` },
    reject: false,
    timeout: 20_000,
  });
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

test.run();
