import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from '../../plugin/config/parse.ts';
import { type Built, built, type Ran, root, run } from './built.ts';

// limit: 240 s

/** A Helm release that carries the bundle grows by 2.7 times this; its Secret may have 1 MiB. */
const mostGzipped = 300_000;
/** What a ConfigMap may hold, with room for its other fields. */
const mostRaw = 1_000_000;

const source = join(root, 'plugin/main.ts');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const test = suite<{ it: Built }>('bundle');

test.before(async (context) => {
  context.it = await built('abc1234');
});

test.after(({ it }) => it.remove());

test('the one file is small enough for a ConfigMap and for the release that carries it', ({ it }) => {
  const content = it.files['warmgate.js'];
  assert.ok(content.length <= mostRaw, `${content.length} bytes, more than ${mostRaw}`);
  const { length } = gzipSync(content, { level: 9 });
  assert.ok(length <= mostGzipped, `${length} bytes gzipped, more than ${mostGzipped}`);
});

test('it carries no path of the machine that built it, and of package.json the version alone', ({ it }) => {
  for (const content of Object.values(it.files)) {
    const text = Buffer.from(content).toString();
    assert.not.ok(text.includes(root));
    assert.not.ok(text.includes('devDependencies'));
  }
});

test('--version names the Git revision, and only the version where none is known', async ({ it }) => {
  assert.equal(await it.run('--version'), { exit: 0, out: `warmgate ${version} (abc1234)\n`, err: '' });
  assert.is((await run(source, ['--version'])).out, `warmgate ${version}\n`);
  const plain = await built();
  try {
    assert.is((await plain.run('version')).out, `warmgate ${version}\n`);
  } finally {
    plain.remove();
  }
});

test('it has every command that hooks run, and the help of all', async ({ it }) => {
  for (const command of ['verify', 'guard', 'open', 'check', 'doctor']) {
    const { exit, err } = await it.run(command, '--kubeconfig', 'none.yaml');
    assert.is(exit, 2, command);
    assert.match(err, /none\.yaml/);
  }
  const help = parse([], {});
  assert.equal(await it.run(), { exit: 0, out: 'help' in help ? help.help : '', err: '' });
});

test('it judges a file as the sources do, word for word', async ({ it }) => {
  for (const name of ['02-incident.json', '43-gate-open.json']) {
    const args = ['check', '-f', join(root, 'test/fixtures/recordings', name)];
    const ran = await it.run(...args);
    assert.match(ran.out, 'converged; generation 2');
    assert.equal(ran, await run(source, args));
  }
});

test('a wrong flag is 2, as from the sources', async ({ it }) => {
  const ran = await it.run('verify', '--timout', '4m');
  assert.is(ran.exit, 2);
  assert.equal(ran, await run(source, ['verify', '--timout', '4m']));
});

test('without its second file the demo is 2 with a sentence, and so is a plan by helm or git', async ({
  it,
}) => {
  const refusal = (what: string): Ran => ({
    exit: 2,
    out: '',
    err: `warmgate: ${what} is not in this build; use \`npx warmgate\`\n`,
  });
  assert.equal(await it.run('demo'), refusal('the demo'));
  assert.equal(await it.run('lab'), refusal('the embedded cluster'));
  const plan = refusal('a plan with a chart or Git revisions');
  assert.equal(await it.run('plan', '--chart', 'charts/patch'), plan);
  assert.equal(await it.run('plan', '--git', 'HEAD~1..HEAD'), plan);
});

test('it plans from files as the sources do', async ({ it }) => {
  const file = join(root, 'test/fixtures/recordings/02-incident.json');
  const args = ['plan', '--manifests', file, '-f', file];
  const ran = await it.run(...args);
  assert.is(ran.exit, 0);
  assert.equal(ran, await run(source, args));
});

test('with its second file it brings the embedded cluster, and looks at it over HTTP', async ({ it }) => {
  const folder = join(it.folder, 'both');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(it.files)) writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const lab = spawn(process.execPath, [join(folder, 'warmgate.js'), 'lab'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { kubeconfig } = JSON.parse(await firstLine(lab.stdout));
    const ran = await it.run('check', '--kubeconfig', kubeconfig);
    assert.match(ran.out, /nothing to do: no AppDefinition in namespace theia has a pool/);
    assert.equal(untimed(ran), untimed(await run(source, ['check', '--kubeconfig', kubeconfig])));
  } finally {
    lab.kill('SIGTERM');
    await new Promise((resolve) => lab.once('exit', resolve));
  }
});

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface(stream)) return line;
  return '';
}

/** Without what differs from run to run. */
function untimed({ exit, out, err }: Ran): Ran {
  return { exit, out: out.replaceAll(/\d+(\.\d+)? (m?s)\b/g, 'N $2'), err };
}

test.run();
