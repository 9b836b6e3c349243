import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDuration, writeDuration } from '../../plugin/config/value.ts';
import { fc } from '../harness/fast-check.ts';

test('a duration is numbers with units', () => {
  assert.is(parseDuration('250ms'), 250);
  assert.is(parseDuration('90s'), 90_000);
  assert.is(parseDuration('1h30m'), 5_400_000);
  assert.is(parseDuration('1.5s'), 1_500);
});

test('anything else is none', () => {
  for (const text of [
    '',
    '240',
    '4 m',
    '4M',
    '-4s',
    's',
    '1h30',
    '1d',
    '4m ',
    '1e3s',
    '٣s',
    `${'9'.repeat(400)}s`,
  ])
    assert.is(parseDuration(text), undefined, text);
});

test('what is written reads back', () => {
  fc.assert(fc.property(fc.nat(100_000_000), (ms) => parseDuration(writeDuration(ms)) === ms));
});

test.run();
