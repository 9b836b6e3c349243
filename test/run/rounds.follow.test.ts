import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { secondLookMs } from '../../plugin/decide/policy.ts';
import { closing, forbidden, ground, script, wait } from './ground.ts';

test('a run goes on after a failure as long as it is told to, and a good round counts failures anew', async () => {
  let broken = 0;
  const { go } = ground(() => {
    if (broken > 0) throw forbidden;
  });
  const times: number[] = [];
  const { decide, seen } = script({ steps: [wait(1)] }, { steps: [wait(1)] }, { steps: [wait(1)] });
  const { state, failure } = await go(
    (now) => {
      // The looks after the first and the second decision fail, twice each.
      if (seen.length < 2) broken = 2;
      return decide(now);
    },
    {
      async survives(_, count) {
        times.push(count);
        broken -= 1;
        return true;
      },
    },
  );
  assert.is(failure, undefined);
  assert.equal(times, [1, 2, 1, 2]);
  assert.is(state.looks, 4);
});

test('a failure that it does not survive ends it with what it knew', async () => {
  let broken = false;
  const { go } = ground(() => {
    if (broken) throw forbidden;
  });
  const { state, failure } = await go(
    () => {
      broken = true;
      return { steps: [wait(1)] };
    },
    { survives: async () => false },
  );
  assert.equal([failure, state.looks], [forbidden, 1]);
});

test('after a decision to forget the look stands alone, and looks are counted on', async () => {
  const { go } = ground();
  const { decide, seen } = script(
    { steps: [wait(secondLookMs)] },
    { steps: [wait(secondLookMs)], forget: true },
  );
  await go((now) => {
    const decision = decide(now);
    return seen.length === 1 ? { ...decision, steps: [...closing(now), ...decision.steps] } : decision;
  });
  assert.equal(
    seen.map(({ looks, acted }) => [looks, acted.length]),
    [
      [1, 0],
      [2, 3],
      [3, 0],
    ],
  );
  assert.is(seen[2]?.first, seen[2]?.last);
});

test('without a wait it rests until something changes, and keeps looks apart', async () => {
  const { go, cluster, slept, store } = ground();
  const woken: unknown[] = [];
  cluster.wake = async (kinds, _, ms) => {
    woken.push([kinds, ms]);
    store.setNow(store.now() + 300);
  };
  const wake = { kinds: ['Session' as const], atMostMs: 30_000, apartMs: 2000 };
  await go(script({ steps: [], wake }, { steps: [wait(500)], wake }).decide);
  assert.equal(woken, [[['Session'], 30_000]], 'not where a step says how long');
  assert.equal(slept, [1700, 500, 1500]);
});

test.run();
