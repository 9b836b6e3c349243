import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nearest } from '../../plugin/config/parse.ts';

const words = ['timeout', 'settle', 'app', 'report', 'open'];

test('a slip of the fingers is understood: swapped, dropped, doubled, changed', () => {
  for (const slip of ['tiemout', 'timout', 'timeoutt', 'timeoot'])
    assert.is(nearest(slip, words), 'timeout', slip);
});

test('a word unlike all others suggests nothing', () => {
  for (const word of ['xyz', 'kubernetes', '']) assert.is(nearest(word, words), '', word);
});

test('the nearer of two wins', () => {
  assert.is(nearest('opne', ['app', 'open']), 'open');
});

test.run();
