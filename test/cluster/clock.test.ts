import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labScale, serverClock } from '../../plugin/cluster/clock.ts';
import { RunError } from '../../plugin/model/run-error.ts';

function made(scale = 1, wall = 0) {
  const counter = { at: 5_000 };
  return { counter, clock: serverClock({ scale, monotonic: () => counter.at, wall: () => wall }) };
}

const ten = Date.parse('2031-01-01T10:00:00Z');
const header = (ms: number): string => new Date(ms).toUTCString();

test('the server’s date counts, however wrong this machine’s clock is', () => {
  for (const wall of [0, ten + 86_400_000]) {
    const { clock, counter } = made(1, wall);
    clock.now();
    clock.note(header(ten));
    assert.ok(Math.abs(clock.now() - ten) < 1_000);
    const before = clock.now();
    counter.at += 2_500;
    assert.is(clock.now() - before, 2_500);
  }
});

test('dates cut to the second do not make it stumble', () => {
  const { clock, counter } = made(1, ten + 400);
  for (let ms = 400; ms < 10_000; ms += 300) {
    clock.note(header(ten + ms));
    assert.is(clock.now(), ten + ms);
    counter.at += 300;
  }
});

test('it never goes back: ahead of the server it stands still', () => {
  const { clock, counter } = made();
  clock.note(header(ten));
  counter.at += 30_000;
  const ahead = clock.now();
  clock.note(header(ten + 20_000));
  counter.at += 5_000;
  assert.is(clock.now(), ahead);
  counter.at += 10_000;
  assert.ok(clock.now() > ahead);
  assert.ok(clock.now() - (ten + 35_000) <= 1_000);
});

test('a missing or senseless date changes nothing', () => {
  const { clock } = made(1, ten);
  for (const date of [undefined, '', 'soon']) clock.note(date);
  assert.is(clock.now(), ten);
});

test('the lab’s clock runs faster, its sleeps are shorter, and a deadline does not jump with it', async () => {
  const { clock, counter } = made(60, ten);
  counter.at += 100;
  assert.is(clock.now() - ten, 6_000);
  clock.note(header(ten + 3_600_000));
  assert.is(clock.elapsed(), 6_000);
  const begun = performance.now();
  await clock.sleep(6_000);
  const slept = performance.now() - begun;
  assert.ok(slept > 90 && slept < 400, `${slept}`);
});

test('a sleep ends with its signal and leaves no listener', async () => {
  const { clock } = made();
  const signal = AbortSignal.timeout(30);
  const begun = performance.now();
  await clock.sleep(60_000, signal);
  await clock.sleep(60_000, signal);
  assert.ok(performance.now() - begun < 500);
});

test('a sleep longer than a timer can hold does not end at once', async () => {
  const { clock } = made();
  const stop = new AbortController();
  let over = false;
  const sleep = clock.sleep(2 ** 40, stop.signal).then(() => {
    over = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.is(over, false);
  stop.abort();
  await sleep;
});

test('the lab’s scale is a number from 1 to 200, or refused by name', () => {
  assert.is(labScale({}), 1);
  assert.is(labScale({ WARMGATE_LAB_SCALE: '2.5' }), 2.5);
  for (const text of ['0', '201', 'fast', '-1', '1e2', '0x10', ' 5'])
    assert.throws(
      () => labScale({ WARMGATE_LAB_SCALE: text }),
      (error: unknown) => error instanceof RunError && error.message.includes('WARMGATE_LAB_SCALE'),
    );
});

test.run();
