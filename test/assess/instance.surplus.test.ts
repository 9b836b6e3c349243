import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minimum } from './fixtures.ts';
import { codes, free, instanceIn, look, pool, poolIn } from './given.ts';

const one = minimum(pool([free(1), free(2)], { sidecars: 'workspace' }), 1);

test('an instance above minInstances keeps a pool from being converged', () => {
  const found = look(one);
  assert.equal(codes(instanceIn(found, 2)), ['surplus']);
  assert.not(poolIn(found).converged);
});

test('the workspace that a pass leaves of it does not: no session can get that alone', () => {
  const left = one.filter(
    ({ kind, metadata }) => kind === 'PersistentVolumeClaim' || !/^instance-2-/.test(metadata.name),
  );
  const found = look(left);
  assert.is(instanceIn(found, 2).state, 'surplus');
  assert.equal(codes(instanceIn(found, 2)), ['residueWorkspace']);
  assert.ok(poolIn(found).converged);
});

test.run();
