import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { byApp, byLease, handsOf, partName, poolOfTwo, withChange } from './given.ts';
import { leftoverFaults } from './judge.ts';
import { object } from './objects.ts';
import { viewOf } from './view.ts';

const faults = async (objects: readonly KubeObject[], expected = {}): Promise<string[]> =>
  leftoverFaults(await viewOf(handsOf(objects)), expected);

const owned = (by: object[]) =>
  withChange(poolOfTwo(), 'Service', partName(2), (found) => ({
    ...found,
    metadata: { ...found.metadata, ownerReferences: by as never },
  }));
const lease = object('Lease', byLease.name, { metadata: { uid: byLease.uid } });

test('nothing left is no fault', async () => {
  assert.equal(await faults(poolOfTwo()), []);
});

test('a part without owner, a Lease, and a hold with or without its Lease are faults', async () => {
  assert.equal(await faults(owned([])), [`Service ${partName(2)} has no owner`]);
  assert.equal(await faults([...poolOfTwo(), lease]), ['Lease warmgate-java is left']);
  assert.equal(await faults(owned([byApp, byLease])), [
    `Service ${partName(2)} is held by warmgate-java, which is gone`,
    `Service ${partName(2)} is held by warmgate-java`,
  ]);
});

test('a gate that must be closed needs its Lease and a hold', async () => {
  const expected = { gates: ['java'] };
  assert.equal(await faults([...owned([byApp, byLease]), lease], expected), []);
  assert.equal(await faults([...poolOfTwo(), lease], expected), ['nothing is held by warmgate-java']);
  assert.equal(await faults(poolOfTwo(), expected), [
    'Lease warmgate-java is not there',
    'nothing is held by warmgate-java',
  ]);
});

test('of a pool that must be gone every part is a fault', async () => {
  assert.is((await faults(poolOfTwo(), { gone: ['java'] })).length, 10);
});

test.run();
