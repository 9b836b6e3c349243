import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { owners } from '../../plugin/theia/owners.ts';
import { aim, instanceSpec, partIn, scenery, target, worldWith } from '../harness/world-acting.ts';
import { leaseOf, worldStart } from '../harness/world-objects.ts';

test('a new Lease has our run as holder, its duration and the AppDefinition as owner', async () => {
  const { store, act } = scenery(worldWith([instanceSpec(1)]));
  const [acted] = await act({ step: 'lease', app: 'java' });
  assert.is(acted?.result, 'done');
  const lease = store.get('Lease', 'warmgate-java');
  assert.is(lease?.spec.holderIdentity, 'run-test');
  assert.is(lease?.spec.leaseDurationSeconds, 3600);
  assert.is(lease?.spec.renewTime, '2026-11-30T10:00:00.000000Z');
  assert.equal(lease === undefined ? [] : owners(lease).map(({ kind, name }) => `${kind} ${name}`), [
    'AppDefinition java',
  ]);
});

test('the holds of its round name it', async () => {
  const { store, act } = scenery(worldWith([instanceSpec(1)]));
  const on = aim(store, 1, 'internalService');
  await act({ step: 'hold', app: 'java', id: 1, on }, { step: 'lease', app: 'java' });
  const lease = store.get('Lease', 'warmgate-java');
  const held = owners(partIn(store, 1, 'internalService').object).map(({ uid }) => uid);
  assert.ok(lease !== undefined && held.includes(lease.metadata.uid), held.join());
});

test('a Lease that somebody else made meanwhile is no error', async () => {
  const { store, act } = scenery(worldWith([instanceSpec(1)]));
  store.put(leaseOf('warmgate-java', 'run-other', { renewed: worldStart }));
  const [acted] = await act({ step: 'lease', app: 'java' });
  assert.is(acted?.result, 'moved');
});

test('adopting rewrites holder and times, renewing the time alone', async () => {
  const { store, act } = scenery(worldWith([instanceSpec(1)], { lease: 'other' }));
  await act({ step: 'lease', app: 'java', lease: target(store.get('Lease', 'warmgate-java')) });
  const adopted = store.get('Lease', 'warmgate-java');
  assert.is(adopted?.spec.holderIdentity, 'run-test');
  assert.is(adopted?.spec.acquireTime, '2026-11-30T10:00:00.000000Z');
  store.setNow(worldStart + 60_000);
  await act({ step: 'lease', app: 'java', lease: target(adopted) });
  const renewed = store.get('Lease', 'warmgate-java');
  assert.is(renewed?.spec.acquireTime, '2026-11-30T10:00:00.000000Z');
  assert.is(renewed?.spec.renewTime, '2026-11-30T10:01:00.000000Z');
});

test('clearing deletes the Lease that the look saw, and no other', async () => {
  const { store, act } = scenery(worldWith([instanceSpec(1)], { lease: 'ours' }));
  const seen = target(store.get('Lease', 'warmgate-java'));
  const [acted] = await act({ step: 'dropLease', app: 'java', lease: seen });
  assert.is(acted?.result, 'done');
  assert.is(store.get('Lease', 'warmgate-java'), undefined);
  store.put(leaseOf('warmgate-java', 'run-other', { renewed: worldStart, uid: 'another' }));
  const [again] = await act({ step: 'dropLease', app: 'java', lease: seen });
  assert.is(again?.result, 'moved');
  assert.is.not(store.get('Lease', 'warmgate-java'), undefined);
});

test('a Lease that another run adopted since the look is not deleted under it', async () => {
  const { store, act } = scenery(worldWith([instanceSpec(1)], { lease: 'ours' }));
  const lease = store.get('Lease', 'warmgate-java');
  const seen = target(lease);
  if (lease !== undefined)
    store.replace({ ...lease, spec: { ...lease.spec, holderIdentity: 'run-other' } }, 'other');
  const [acted] = await act({ step: 'dropLease', app: 'java', lease: seen });
  assert.is(acted?.result, 'moved');
  assert.is.not(store.get('Lease', 'warmgate-java'), undefined);
});

test.run();
