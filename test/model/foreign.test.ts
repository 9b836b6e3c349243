import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { count, isRecord, list, own, text } from '../../plugin/model/foreign.ts';

const odd: readonly unknown[] = [
  null,
  undefined,
  true,
  '1',
  [],
  {},
  -1,
  1.5,
  1e300,
  Number.NaN,
  { toString: 1, valueOf: null },
];

test('a count is a whole number of zero or more, else what is given instead', () => {
  assert.equal([count(0), count(7), count(7, 1)], [0, 7, 7]);
  for (const each of odd) assert.is(count(each, 3), 3);
});

test('a text is a text, a list a list, a record a record, and nothing else is', () => {
  assert.equal([text('a'), list([1]), isRecord({})], ['a', [1], true]);
  for (const each of [null, 7, {}, ['a']]) assert.is(text(each), '');
  for (const each of [null, 'ab', { length: 1 }]) assert.equal(list(each), []);
  for (const each of [null, [], 'a', 1]) assert.not.ok(isRecord(each));
});

test('a record has its own values only', () => {
  const record = JSON.parse('{"a":1,"__proto__":2}');
  assert.equal([own(record, 'a'), own(record, '__proto__')], [1, 2]);
  for (const name of ['toString', 'constructor', 'hasOwnProperty', 'b'])
    assert.is(own(record, name), undefined);
  assert.is(own(undefined, 'a'), undefined);
});

test.run();
