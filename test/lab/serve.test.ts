import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rejects } from '../harness/rejects.ts';
import { paths, request } from './request.ts';

const program = `
import { serveLab } from './plugin/lab/serve.ts';
const controller = new AbortController();
process.once('SIGTERM', () => controller.abort());
await serveLab(process.argv.slice(1), console.log, controller.signal);
`;
const inline = ['--input-type=module', '--eval', program, '--'];

test('a lab in a process of its own says where it is, serves what it loaded, and ends clean when told', async () => {
  const args = ['--scale', '20', '--load', 'test/fixtures/recordings/02-incident.json'];
  const child = spawn(process.execPath, [...inline, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  try {
    const [line] = await once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(20_000) });
    const { server, kubeconfig, scale, epoch } = JSON.parse(line);
    assert.match(kubeconfig, /warmgate-lab-/);
    assert.is(scale, 20);
    assert.is(typeof epoch.wall, 'number');
    const { body, headers } = await request({ server }, 'GET', paths.services);
    assert.is(body.items.length, 20);
    assert.match(headers.get('date') ?? '', /Mon, 30 Nov 2026 13:/);
    child.kill('SIGTERM');
    assert.equal(await exit, [0, null]);
    assert.not.ok(existsSync(dirname(kubeconfig)));
  } finally {
    child.kill('SIGKILL');
  }
});

for (const args of [['--scale', '0'], ['--scale', 'fast'], ['--unknown']]) {
  test(`${args.join(' ')} is refused`, async () => {
    await rejects(() => promisify(execFile)(process.execPath, [...inline, ...args], { timeout: 20_000 }));
  });
}

test.run();
