import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scaledClock, scaleFromEnv } from '../../../plugin/lab/machine/clock.ts';

test('the clock runs as many times as fast as its scale says', async () => {
  const clock = scaledClock({ scale: 100, start: 1_000_000 });
  const first = clock.now();
  const wall = performance.now();
  await clock.sleep(5000);
  const took = performance.now() - wall;
  assert.ok(first >= 1_000_000 && first < 1_010_000, `starts at ${first}`);
  assert.ok(took >= 45 && took < 1000, `slept ${took} ms`);
  assert.ok(clock.now() - first >= 4500, `passed ${clock.now() - first}`);
});

test('two clocks of one epoch show the same time', () => {
  const one = scaledClock({ scale: 1000, start: 5 });
  const { wall, lab } = one.epoch;
  const two = scaledClock({ scale: 1000, start: lab, wallStart: wall });
  assert.is(lab, 5);
  assert.ok(Math.abs(one.now() - two.now()) <= 100_000);
});

test('an aborted sleep ends at once, before and while it runs', async () => {
  const clock = scaledClock({ scale: 1 });
  const wall = performance.now();
  await clock.sleep(60_000, AbortSignal.abort());
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  await clock.sleep(60_000, controller.signal);
  assert.ok(performance.now() - wall < 2000);
});

test('what was called off is not called', async () => {
  const clock = scaledClock({ scale: 100 });
  const called: string[] = [];
  clock.after(100, () => void called.push('kept'));
  clock.after(100, () => void called.push('cancelled'))();
  await clock.sleep(2000);
  assert.equal(called, ['kept']);
});

test('the scale comes from WARMGATE_LAB_SCALE, 1 where it is no positive number', () => {
  assert.is(scaleFromEnv({ WARMGATE_LAB_SCALE: '20' }), 20);
  for (const value of [undefined, '', '0', '-1', 'fast']) {
    assert.is(scaleFromEnv({ WARMGATE_LAB_SCALE: value }), 1);
  }
});

test.run();
