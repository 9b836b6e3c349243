import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scaledClock, virtualClock } from '../../plugin/lab/clock.ts';
import { rejects } from '../harness/rejects.ts';

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

test('a virtual clock does what is due in order, each at its own time, and nothing that was called off', () => {
  const clock = virtualClock(1000);
  const heard: string[] = [];
  const say = (what: string) => (): void => void heard.push(`${what} at ${clock.now()}`);
  clock.after(50, say('late'));
  clock.after(20, () => {
    say('early')();
    clock.after(10, say('after early'));
  });
  clock.after(20, say('second'));
  clock.after(30, say('never'))();
  clock.advance(40);
  assert.equal(heard, ['early at 1020', 'second at 1020', 'after early at 1030']);
  assert.is(clock.now(), 1040);
});

test('time passes as far as work waits for it, however many wait beside each other', async () => {
  const clock = virtualClock(0);
  const heard: string[] = [];
  const sleeper = async (name: string, ms: number): Promise<void> => {
    for (let turn = 0; turn < 2; turn += 1) {
      await clock.sleep(ms);
      heard.push(`${name} ${clock.now()}`);
    }
  };
  clock.after(10_000, () => heard.push('beyond'));
  await clock.until(Promise.all([sleeper('one', 30), sleeper('two', 50)]));
  assert.equal(heard, ['one 30', 'two 50', 'one 60', 'two 100']);
  await clock.until(clock.sleep(5000, AbortSignal.abort()));
  assert.is(clock.now(), 100);
  assert.not(heard.includes('beyond'));
});

test('work that waits for what never comes is told so', async () => {
  await rejects(() => virtualClock(0).until(new Promise(() => undefined)), /nothing is due/);
});

test.run();
