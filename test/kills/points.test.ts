import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pointsOf, sampleOf } from './points.ts';

test('every write is a kill point twice: before it is carried out, and after', () => {
  assert.equal(pointsOf(2), [
    { write: 1, phase: 'before' },
    { write: 1, phase: 'after' },
    { write: 2, phase: 'before' },
    { write: 2, phase: 'after' },
  ]);
  assert.equal(pointsOf(0), []);
});

test('a sample has no point twice, and is the same for the same seed alone', () => {
  const all = pointsOf(50);
  const sample = sampleOf(all, 8, 1);
  assert.is(new Set(sample).size, 8);
  assert.equal(sampleOf(all, 8, 1), sample);
  assert.not.equal(sampleOf(all, 8, 2), sample);
  assert.is(sampleOf(all, 1000, 1).length, 100);
});

test.run();
