import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundling } from '../../build/bundle.ts';
import { root, run } from './built.ts';

// limit: 240 s

const folder = 'test/cluster';
const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.ts'));

test('there are tests of the Kubernetes client to bundle', () => {
  assert.ok(names.length >= 8);
});

for (const name of names) {
  test(`${name} passes with what the bundle has of the libraries`, async () => {
    const out = mkdtempSync(join(tmpdir(), 'warmgate-client-'));
    try {
      const outfile = join(out, 'test.mjs');
      await build({ ...bundling(root, '', true), entryPoints: [join(folder, name)], outfile });
      const ran = await run(outfile, [], { PATH: process.env.PATH });
      assert.match(ran.out, /Passed: +\d/, ran.err);
      assert.is(ran.exit, 0, ran.out + ran.err);
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });
}

test.run();
