import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle } from '../../build/bundle.ts';
import { root as project, type Ran, run } from './built.ts';

/** What the image has besides: certificates of authorities, for a proxy or an API server that a public one has signed. */
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const pool = join(project, 'test/fixtures/recordings/02-incident.json');
const user = '65532:65532';

/** The bundle where there is nothing but Node, the libraries that it is linked with, certificates and the one file. */
const test = suite<{ root: string }>('an empty root');

test.before(async (context) => {
  assert.is(process.getuid?.(), 0, 'this needs root, for a mount namespace and chroot');
  context.root = mkdtempSync(join(tmpdir(), 'warmgate-root-'));
  chmodSync(context.root, 0o755);
  const put = (from: string, to: string): void => {
    mkdirSync(dirname(join(context.root, to)), { recursive: true });
    cpSync(realpathSync(from), join(context.root, to));
  };
  put(process.execPath, '/nodejs/bin/node');
  for (const library of librariesOf(process.execPath)) put(library, library);
  if (existsSync(certificates)) put(certificates, certificates);
  put(pool, '/pool.json');
  writeFileSync(join(context.root, 'warmgate.mjs'), (await bundle(project, 'abc1234'))['warmgate.js']);
});

test.after(({ root }) => rmSync(root, { recursive: true }));

test('there is no shell, no module, no other program in it', ({ root }) => {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const names = files.map(({ parentPath, name }) => join(parentPath, name).slice(root.length));
  const others = names.filter((name) => !/\.so[.\d]*$/.test(name) && name !== certificates);
  assert.equal(others.sort(), ['/nodejs/bin/node', '/pool.json', '/warmgate.mjs']);
});

test('what runs there is not root, gains nothing, and can write nowhere', async ({ root }) => {
  const script = `const { writeFileSync } = require('node:fs');
    const tried = ['/x', '/tmp/x', '/warmgate.mjs'].map((file) => {
      try { writeFileSync(file, ''); return 'written'; } catch ({ code }) { return code; }
    });
    console.log(JSON.stringify([process.getuid(), process.getgid(), process.getgroups(), tried]));`;
  const { out, err } = await inside(root, '/nodejs/bin/node', '-e', script);
  assert.equal(JSON.parse(out || '0'), [65532, 65532, [65532], ['EROFS', 'ENOENT', 'EROFS']], err);
});

test('the program says its version and its help', async ({ root }) => {
  const version = await inside(root, '/nodejs/bin/node', '/warmgate.mjs', '--version');
  assert.match(version.out, /^warmgate \d+\.\d+\.\d+ \(abc1234\)\n$/);
  assert.is(version.err, '');
  const help = await inside(root, '/nodejs/bin/node', '/warmgate.mjs', '--help');
  assert.equal(help, await run(join(project, 'plugin/main.ts'), ['--help']));
});

test('it judges a file there as anywhere', async ({ root }) => {
  const there = await inside(root, '/nodejs/bin/node', '/warmgate.mjs', 'check', '-f', '/pool.json');
  assert.is(there.exit, 1);
  assert.equal(there, await run(join(project, 'plugin/main.ts'), ['check', '-f', pool]));
});

test('without a cluster it says so, and needs no home', async ({ root }) => {
  const { exit, err } = await inside(root, '/nodejs/bin/node', '/warmgate.mjs', 'verify');
  assert.is(exit, 2);
  assert.match(err, /^warmgate: no kubeconfig/);
});

/** Its interpreter too: `ldd` names it without an arrow. */
function librariesOf(program: string): string[] {
  const lines = execFileSync('ldd', [realpathSync(program)], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}

/** Runs a command in the root, which is mounted read-only where only it sees that, as the image's user. */
function inside(root: string, ...command: string[]): Promise<Ran> {
  const script = `set -eu
    mount --bind "$1" "$1"
    mount -o remount,bind,ro,nosuid,nodev "$1"
    root=$1; shift
    exec setpriv --no-new-privs chroot --userspec=${user} --groups=65532 "$root" "$@"`;
  const args = ['--mount', '--net', 'sh', '-c', script, 'sh', root, ...command];
  return new Promise((resolve) => {
    execFile('unshare', args, { env: { PATH: process.env.PATH }, timeout: 60_000 }, (error, out, err) => {
      resolve({ exit: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err });
    });
  });
}

test.run();
