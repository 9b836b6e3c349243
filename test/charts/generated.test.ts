import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chartReadme } from '../../build/chart-readme.ts';
import { generatedFiles } from '../../build/generated.ts';

const root = join(import.meta.dirname, '../..');

for (const [path, text] of Object.entries(generatedFiles(root))) {
  test(`${path} is as \`node build/generate.ts\` writes it`, () => {
    assert.is(readFileSync(join(root, path), 'utf8'), text);
  });
}

test('a value that changes changes the README', () => {
  const readme = readFileSync(join(root, 'charts/patch/README.md'), 'utf8');
  const changed = chartReadme(readme, '# -- How many.\ncount: 3\n');
  assert.match(changed, '| `count` | `3` | How many. |');
  assert.not.match(changed, 'helmTimeoutSeconds` |');
  assert.throws(() => chartReadme('# No place', ''), /no place for the values/);
});

test.run();
