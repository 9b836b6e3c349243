import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fill, plain } from '../../plugin/model/sentence.ts';

test('an argument takes its place, a missing one is visible', () => {
  assert.is(fill('{part} at {generation}', { part: 'Deployment', generation: 3 }), 'Deployment at 3');
  assert.is(fill('{part} at {generation}', { part: 'Deployment' }), 'Deployment at ?');
});

test('a number brings its noun in one or many', () => {
  const say = '{pods old pod|old pods} left';
  assert.is(fill(say, { pods: 1 }), '1 old pod left');
  assert.is(fill(say, { pods: 0 }), '0 old pods left');
  assert.is(fill(say, { pods: 12 }), '12 old pods left');
});

test('a part in brackets goes when its argument is missing or empty, and stays at zero', () => {
  const say = 'waits[ in {container}]: {why}';
  assert.is(fill(say, { container: '', why: 'x' }), 'waits: x');
  assert.is(fill(say, { why: 'x' }), 'waits: x');
  assert.is(fill(say, { container: 0, why: 'x' }), 'waits in 0: x');
});

test('text that looks like a template stays text', () => {
  assert.is(fill('{a} {b}', { a: '{b}', b: '[{a}]' }), '{b} [{a}]');
});

test('escape sequences, control, format and line characters go', () => {
  assert.is(plain('a\u001b[31mred\u001b[0m\r\nb\u202ec\u2028d\u0000', 50), 'ared b c d');
  assert.is(plain('\u001b]0;title\u0007x', 50), 'x');
  assert.is(plain('\ud800x', 50), '\ufffdx');
});

test('a long text is cut between characters', () => {
  assert.is(plain('😀😀😀', 2), '😀😀…');
  assert.is(plain('abc', 3), 'abc');
});

test.run();
