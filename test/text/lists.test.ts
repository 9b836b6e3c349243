import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nameList } from '../../plugin/text/lists.ts';

test('names in one phrase: sorted, each once, the rest counted', () => {
  assert.is(nameList(['b', 'a', 'b']), 'a, b');
  assert.is(nameList(['1', '2', '3', '4', '5', '6', '7']), '1, 2, 3, 4, 5 and 2 more');
  assert.is(nameList([]), '');
});

test.run();
