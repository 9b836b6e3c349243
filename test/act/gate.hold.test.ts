import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { owners } from '../../plugin/theia/owners.ts';
import { aim, change, covered, instanceSpec, partIn, scenery, worldWith } from '../harness/world-acting.ts';
import { reference } from '../harness/world-objects.ts';

const kinds = (object: { metadata: { ownerReferences?: { kind: string }[] } }): string[] =>
  (object.metadata.ownerReferences ?? []).map(({ kind }) => kind);

test('a hold adds our Lease beside what owns the part, neither controller nor blocking', async () => {
  const { store, act, cluster } = scenery(worldWith([instanceSpec(1)], { lease: 'ours' }));
  const on = aim(store, 1, 'internalService');
  const [acted] = await act({ step: 'hold', app: 'java', id: 1, on });
  assert.is(acted?.result, 'done');
  const { object } = partIn(store, 1, 'internalService');
  assert.equal(kinds(object), ['AppDefinition', 'Lease']);
  assert.equal(owners(object)[1], reference('Lease', 'warmgate-java', 'lease-warmgate-java'));
  const sent = cluster.writes.map(({ body }) => (body as { metadata: object }).metadata);
  assert.equal(sent, [{ resourceVersion: on.resourceVersion, ownerReferences: owners(object) }]);
});

test('a hold that is there already is not written again', async () => {
  const { store, act, cluster } = scenery(
    worldWith([instanceSpec(1, { held: 'internal' })], { lease: 'ours' }),
  );
  const [acted] = await act({ step: 'hold', app: 'java', id: 1, on: aim(store, 1, 'internalService') });
  assert.is(acted?.result, 'done');
  assert.is(cluster.writes.length, 0);
});

test('a hold by a Lease that is gone is joined by one that is there', async () => {
  const world = worldWith([instanceSpec(1, { held: 'internal', heldBy: 'gone' })], { lease: 'ours' });
  const { store, act } = scenery(world);
  await act({ step: 'hold', app: 'java', id: 1, on: aim(store, 1, 'internalService') });
  const uids = owners(partIn(store, 1, 'internalService').object).map(({ uid }) => uid);
  assert.ok(uids.includes('lease-warmgate-java'));
});

test('without a Lease nothing is held', async () => {
  const { store, act, cluster } = scenery(worldWith([instanceSpec(1)]));
  const [acted] = await act({ step: 'hold', app: 'java', id: 1, on: aim(store, 1, 'internalService') });
  assert.is(acted?.why, 'noLease');
  assert.is(cluster.writes.length, 0);
});

test('taking a hold off leaves every other reference', async () => {
  const world = worldWith([instanceSpec(1, { held: 'whole', claim: covered })], { lease: 'ours' });
  const { store, act } = scenery(world);
  const [acted] = await act({ step: 'unhold', app: 'java', id: 1, on: aim(store, 1, 'deployment') });
  assert.is(acted?.result, 'done');
  assert.equal(kinds(partIn(store, 1, 'deployment').object), ['AppDefinition', 'Session']);
});

test('a hold that is the only owner stays: the part would never be collected', async () => {
  const { store, act, cluster } = scenery(
    worldWith([instanceSpec(1, { held: 'internal' })], { lease: 'ours' }),
  );
  const step = { step: 'unhold', app: 'java', id: 1, on: aim(store, 1, 'internalService') } as const;
  const { object } = partIn(store, 1, 'internalService');
  change(store, object, { ownerReferences: owners(object).filter(({ kind }) => kind === 'Lease') });
  const [acted] = await act(step);
  assert.is(acted?.result, 'refused');
  assert.is(acted?.why, 'onlyOwner');
  assert.is(cluster.writes.length, 0);
});

test('a foreign owner beside ours is not enough to take ours off', async () => {
  const { store, act, cluster } = scenery(
    worldWith([instanceSpec(1, { held: 'internal' })], { lease: 'ours' }),
  );
  const step = { step: 'unhold', app: 'java', id: 1, on: aim(store, 1, 'internalService') } as const;
  const { object } = partIn(store, 1, 'internalService');
  const lease = owners(object).filter(({ kind }) => kind === 'Lease');
  change(store, object, { ownerReferences: [...lease, reference('ConfigMap', 'other', 'other')] });
  const [acted] = await act(step);
  assert.is(acted?.why, 'onlyOwner');
  assert.is(cluster.writes.length, 0);
});

test('a hold beside the reference of a session that is claiming or ending stays', async () => {
  for (const by of ['inFlight', 'ending'] as const) {
    const world = worldWith([instanceSpec(1, { held: 'internal', claim: { by, steps: 3 } })], {
      lease: 'ours',
    });
    const { store, act, cluster } = scenery(world);
    const [acted] = await act({ step: 'unhold', app: 'java', id: 1, on: aim(store, 1, 'internalService') });
    assert.is(acted?.result, 'moved');
    assert.is(acted?.why, 'sessionNotLive');
    assert.is(cluster.writes.length, 0);
  }
});

test('a write of somebody between our read and our patch is a conflict, and stays', async () => {
  let slip = (): void => undefined;
  const scene = scenery(worldWith([instanceSpec(1)], { lease: 'ours' }), (verb) => {
    if (verb === 'patch') slip();
  });
  const { store } = scene;
  const { object } = partIn(store, 1, 'internalService');
  slip = () => change(store, object, { labels: { quick: 'yes' } });
  const [acted] = await scene.act({ step: 'hold', app: 'java', id: 1, on: aim(store, 1, 'internalService') });
  assert.is(acted?.result, 'moved');
  assert.is(acted?.why, 'Conflict');
  assert.equal(kinds(partIn(store, 1, 'internalService').object), ['AppDefinition']);
});

test.run();
