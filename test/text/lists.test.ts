import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listed } from '../../plugin/text/lists.ts';

test('names in one phrase: sorted, each once, the rest counted', () => {
  assert.is(listed(['b', 'a', 'b']), 'a, b');
  assert.is(listed(['1', '2', '3', '4', '5', '6', '7']), '1, 2, 3, 4, 5 and 2 more');
  assert.is(listed([]), '');
});

test.run();
