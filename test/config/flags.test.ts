import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generatedTables } from '../../build/generated-tables.ts';
import { flagNames, row } from '../../plugin/config/flags.ts';

test('a variable is named after its flag, once', () => {
  for (const name of flagNames)
    assert.is(row(name).env, `WARMGATE_${name.toUpperCase().replaceAll('-', '_')}`);
});

test('no variable is one that Kubernetes sets for a Service named warmgate', () => {
  for (const name of flagNames) assert.not.match(row(name).env, /^WARMGATE_(SERVICE|PORT)/);
});

test('only durations are kept as ms, and all of them', () => {
  for (const name of flagNames) assert.is(row(name).key.endsWith('Ms'), row(name).kind === 'duration', name);
});

test('no two flags are kept under one key', () => {
  assert.is(new Set(flagNames.map((name) => row(name).key)).size, flagNames.length);
});

test('the reference has a row for each flag and command that one can see', () => {
  const page = generatedTables()['docs/reference/flags.md'] ?? '';
  for (const name of flagNames) assert.match(page, `\`${row(name).env}\``);
  assert.match(page, '| `--timeout TIME` | `WARMGATE_TIMEOUT` | 4m, 1m (guard), 1m (open), 30s (check)');
  assert.match(page, '`--batch N\\|N%`');
  assert.match(page, '| `verify` | PostSync');
  assert.not.match(page, '`lab`');
});

test.run();
