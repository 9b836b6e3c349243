import stringWidth from 'fast-string-width';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Step } from '../../../plugin/model/steps.ts';
import { elapsed, liveBlock, progressLine } from '../../../plugin/report/forms/progress.ts';
import { assessment, claimed, instance, pool, stale } from '../../harness/build.ts';

const java = pool([claimed(1, 'ws-one'), instance(2), stale(3), stale(4)]);
const look = assessment({ pools: [java] });
const wait: Step = { step: 'wait', why: 'claimsInFlight', names: ['a', 'b', 'c', 'd', 'e'], forMs: 500 };
const lease: Step = { step: 'lease', app: 'java-25' };

test('a line says how many instances are how, and what is waited for', () => {
  assert.is(
    progressLine(look, [wait]),
    'java-25: 2 stale, 1 current, 1 claimed; waiting for 5 claims in flight: a, b, c and 2 more',
  );
});

test('writes are counted by what they do', () => {
  assert.is(progressLine(assessment(), [lease, lease]), '2 x Lease taken');
  assert.is(progressLine(assessment(), [lease]), 'Lease taken');
});

test('of many pools those that are not converged are named', () => {
  const pools = [1, 2, 3, 4, 5].map((n) => pool([n === 4 ? stale(1) : instance(1)], { name: `app-${n}` }));
  assert.is(progressLine(assessment({ pools }), []), 'app-4: 1 stale; 4 of 5 pools converged');
});

test('a wait without names has no colon left over', () => {
  const second: Step = { step: 'wait', why: 'secondLook', names: [], forMs: 2000 };
  assert.is(progressLine(assessment(), [second]), 'waiting to look again at the closed gate');
});

test('time is whole seconds, aligned', () => {
  assert.is(elapsed(12_499), '  12 s');
  assert.is(elapsed(-5), '   0 s');
});

test('a live block has a sign for each instance', () => {
  const [bar, line] = liveBlock(look, [wait], 12_000, { colour: false, width: 100 });
  assert.is(bar, 'java-25  ■●○○  2 stale, 1 current, 1 claimed');
  assert.is(line, '  12 s  waiting for 5 claims in flight: a, b, c and 2 more');
});

test('no line of a live block is wider than the terminal, and its height is bounded', () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    pool([stale(n + 1)], { name: `pool-with-a-long-name-${n}` }),
  );
  const wide = pool(Array.from({ length: 300 }, (_, n) => stale(n + 1)));
  for (const width of [20, 40, 80]) {
    const lines = liveBlock(assessment({ pools: [wide, ...many] }), [wait], 0, { colour: true, width });
    assert.is(lines.length, 12);
    for (const line of lines) assert.ok(stringWidth(line) <= width, `${width}: ${line}`);
  }
});

test.run();
