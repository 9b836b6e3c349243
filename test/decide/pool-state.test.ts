import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keeper, type PoolState, wait } from '../../plugin/decide/pool-state.ts';
import { instanceSpec, worldWith } from '../harness/world-acting.ts';
import { judged } from '../harness/world-decided.ts';
import { usualPolicy } from '../harness/world-frozen.ts';

const memory = { firstGeneration: 2, lastPush: 0, nudges: 0, wrote: false };

/** A gate that another run closed, its Lease near its end. */
function shut(): PoolState {
  const assessment = judged(worldWith([instanceSpec(1, { held: 'internal' })], { lease: 'expired' }));
  const [pool] = assessment.pools;
  if (pool === undefined) throw new Error('no pool');
  const nothing = { restartedAt: undefined, pushedAt: 0, othersRenewing: false };
  return { pool, assessment, policy: usualPolicy, memory, runId: 'run', leftMs: 1, ...nothing };
}

test('a run has adopted a Lease once it has written it, and not before', () => {
  const state = shut();
  assert.is(keeper(state).adopted, false);
  const { steps, memory: after } = wait(state, 'settling', 500);
  assert.equal(
    steps.map(({ step }) => step),
    ['lease', 'wait'],
  );
  assert.is(keeper({ ...state, memory: after }).adopted, true);
});

test('a wait renews no Lease without permission', () => {
  const state = { ...shut(), policy: { ...usualPolicy, mayWrite: false } };
  assert.equal(
    wait(state, 'settling', 500).steps.map(({ step }) => step),
    ['wait'],
  );
});

test.run();
