import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failedCanary, keptBack, keptBeforeChange } from '../../plugin/decide/batch.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import { claimed, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { poolOf } from '../harness/world-decided.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import type { InstanceSpec } from '../harness/world-instance.ts';

const two: Policy = { ...usualPolicy, batch: { count: 2 } };
const stale = (id: number, more: Partial<InstanceSpec> = {}) => instanceSpec(id, { made: 'stale', ...more });

function kept(instances: InstanceSpec[], policy = two): number[] {
  return [...keptBack(poolOf(worldWith(instances, { lease: 'ours' })), policy)].sort();
}

test('without batches nothing is kept back', () => {
  assert.equal(
    kept(
      [1, 2, 3].map((id) => stale(id)),
      usualPolicy,
    ),
    [],
  );
});

test('the lowest ids go first', () => {
  assert.equal(kept([1, 2, 3, 4].map((id) => stale(id))), [3, 4]);
});

test('what is renewed and not yet ready or open takes its place in the batch', () => {
  const coming = instanceSpec(1, { held: 'internal', pod: 'starting' });
  assert.equal(kept([coming, stale(2), stale(3), stale(4)]), [3, 4]);
  assert.equal(kept([coming, instanceSpec(2, { pod: 'starting' }), stale(3), stale(4)]), [3, 4]);
});

test('what is current and open leaves room for the next', () => {
  assert.equal(kept([instanceSpec(1), instanceSpec(2), stale(3), stale(4), stale(5)]), [5]);
});

test('a batch that was let go is finished before another is begun', () => {
  assert.equal(kept([stale(1, { held: 'whole' }), stale(2, { held: 'whole' }), stale(3), stale(4)]), [1, 2]);
});

test('what is incomplete or has traces of a session serves nobody: it goes before all others', () => {
  assert.equal(kept([stale(1), stale(2), stale(3, { missing: [4] }), stale(4, { residue: 'list' })]), [1, 2]);
});

test('a guard keeps all but the canary, whatever their generation', () => {
  const pool = poolOf(worldWith([instanceSpec(1), instanceSpec(2), stale(3)]));
  assert.equal([...keptBeforeChange(pool, { count: 1 })], [2, 3]);
  assert.equal([...keptBeforeChange(pool, undefined)], []);
});

test('a share is rounded up, and at least one goes', () => {
  const ten = poolOf(worldWith(Array.from({ length: 10 }, (_, at) => instanceSpec(at + 1))));
  const going = (batch: NonNullable<Policy['batch']>): number => 10 - keptBeforeChange(ten, batch).size;
  assert.is(going({ percent: 25 }), 3);
  assert.is(going({ percent: 1 }), 1);
  assert.is(going({ count: 4 }), 4);
  assert.is(going({ count: 40 }), 10);
  const taken = poolOf(worldWith([instanceSpec(1, { claim: claimed })]));
  assert.is(keptBeforeChange(taken, { percent: 50 }).size, 0);
});

test('a canary that does not start is named with what it waits for; one that is ready is none', () => {
  const canary = (more: Partial<InstanceSpec>) =>
    failedCanary(
      poolOf(
        worldWith([instanceSpec(1, { held: 'internal', ...more }), stale(2, { held: 'whole' })], {
          lease: 'ours',
        }),
      ),
      new Set([2]),
    );
  const waiting = canary({ pod: 'starting' });
  assert.equal([waiting?.code, waiting?.args.instance], ['canaryFailed', 1]);
  assert.is(canary({ pod: 'bad' })?.code, 'canaryFailed');
  assert.is(canary({}), undefined);
  const alone = poolOf(worldWith([instanceSpec(1, { pod: 'starting' })]));
  assert.is(failedCanary(alone, new Set()), undefined, 'nobody waits for it');
});

test.run();
