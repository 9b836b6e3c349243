import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { quantity, sameQuantity } from '../../plugin/theia/quantity.ts';

for (const [text, value] of [
  ['0', 0],
  ['2', 2],
  ['1.5', 1.5],
  ['.5', 0.5],
  ['100m', 0.1],
  ['1u', 1e-6],
  ['1n', 1e-9],
  ['1k', 1000],
  ['1200M', 1.2e9],
  ['1.2G', 1.2e9],
  ['1Ki', 1024],
  ['1Gi', 1024 ** 3],
  ['1e3', 1000],
  ['12E6', 12e6],
  ['1E', 1e18],
  ['-1', -1],
] as const) {
  test(`${text} is ${value}`, () => assert.is(quantity(text), value));
}

for (const text of ['', 'none', '1 G', 'G', '1g', '1KiB', '0x10', '1e', 'NaN', 'Infinity']) {
  test(`"${text}" is no quantity`, () => assert.is(quantity(text), undefined));
}

test('quantities are the same by value, other texts by their letters', () => {
  assert.ok(sameQuantity('1000M', '1G'));
  assert.ok(sameQuantity('0.1', '100m'));
  assert.ok(sameQuantity('1.1', '1100m'));
  assert.not.ok(sameQuantity('1G', '1Gi'));
  assert.ok(sameQuantity('none', 'none'));
  assert.not.ok(sameQuantity('none', '0'));
});

test.run();
