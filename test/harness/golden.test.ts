import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { golden } from './golden.ts';

const test = suite<{ folder: string }>('', { folder: '' });

test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'warmgate-golden-'));
});

test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

test('an equal output passes', ({ folder }) => {
  writeFileSync(join(folder, 'a.txt'), '  one\n  two\n');
  golden('a.txt', '  one\n  two\n', { folder, environment: {} });
});

for (const [title, actual] of [
  ['another word', '  one\n  three\n'],
  ['a table shifted by two spaces', 'one\ntwo\n'],
  ['a missing line end', '  one\n  two'],
  ['carriage returns', '  one\r\n  two\r\n'],
] as const) {
  test(`${title} fails and leaves the file alone`, ({ folder }) => {
    writeFileSync(join(folder, 'a.txt'), '  one\n  two\n');
    assert.match(
      failure(() => golden('a.txt', actual, { folder, environment: {} })),
      'golden file a.txt differs',
    );
    assert.is(readFileSync(join(folder, 'a.txt'), 'utf8'), '  one\n  two\n');
  });
}

test('a missing file fails and is not made', ({ folder }) => {
  for (const environment of [{}, { CI: 'true' }, { CI: 'true', UPDATE_GOLDEN: '1' }]) {
    assert.match(
      failure(() => golden('new.txt', 'x', { folder, environment })),
      'missing',
    );
  }
  assert.is(existsSync(join(folder, 'new.txt')), false);
});

test('UPDATE_GOLDEN=1 writes the file, folders included', ({ folder }) => {
  golden('deep/new.txt', 'x\n', { folder, environment: { UPDATE_GOLDEN: '1' } });
  assert.is(readFileSync(join(folder, 'deep/new.txt'), 'utf8'), 'x\n');
});

/** `assert.throws` hands uvu's own assertion errors on instead of catching them. */
function failure(action: () => void): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test.run();
