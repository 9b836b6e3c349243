import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** A process that starts another, hands it over and ends; both hold the same pipe, which closes with the last of them. */
const parent = `
  import { spawn } from 'node:child_process';
  import { endsWithUs } from ${JSON.stringify(join(import.meta.dirname, 'children.ts'))};
  endsWithUs(spawn('sleep', ['20'], { stdio: ['ignore', 'inherit', 'ignore'] }));
  process.exit(3);
`;

test('what was handed over ends when the process that started it does', async () => {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.resume();
  assert.is(await new Promise((resolve) => child.once('close', resolve)), 3);
  assert.ok(performance.now() - begun < 15_000, 'it went on until its own end');
});

test.run();
