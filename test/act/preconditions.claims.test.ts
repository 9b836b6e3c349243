import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { owners } from '../../plugin/theia/owners.ts';
import { aim, instanceSpec, partIn, type Scenery, scenery, worldWith } from '../harness/world-acting.ts';
import { type Phase, sessionOf } from '../harness/world-objects.ts';

/** Ten free instances; a Session of this AppDefinition begins between the look and the holds. */
function begun(phase: Phase, app = 'java', lists: { count: number } = { count: 0 }): Scenery {
  const instances = Array.from({ length: 10 }, (_, at) => instanceSpec(at + 1));
  const scene = scenery(worldWith(instances, { lease: 'ours' }), (verb, kind) => {
    if (verb === 'list' && kind === 'Session') lists.count += 1;
  });
  scene.store.put(sessionOf('ws-late', app, { phase, made: scene.store.now() }));
  return scene;
}

const holdsOn = ({ store }: Scenery) =>
  Array.from({ length: 10 }, (_, at) => ({
    step: 'hold' as const,
    app: 'java',
    id: at + 1,
    on: aim(store, at + 1, 'internalService'),
  }));

test('no hold is written while a session of the AppDefinition is being claimed that the look did not see', async () => {
  const scene = begun('inFlight');
  const acted = await scene.act(...holdsOn(scene));
  assert.equal([...new Set(acted.map(({ result, why }) => `${result} ${why}`))], ['moved claimInFlight']);
  assert.is(scene.cluster.writes.length, 0);
});

test('sessions that are handled, failed, ending or of another AppDefinition are in nobody’s way', async () => {
  for (const scene of [begun('live'), begun('failed'), begun('ending'), begun('inFlight', 'python')]) {
    const acted = await scene.act(...holdsOn(scene));
    assert.equal([...new Set(acted.map(({ result }) => result))], ['done']);
    assert.is(owners(partIn(scene.store, 10, 'internalService').object).length, 2);
  }
});

test('the holds of one burst share a list of Sessions', async () => {
  const lists = { count: 0 };
  const scene = begun('live', 'java', lists);
  await scene.act(...holdsOn(scene));
  assert.is(lists.count, 1);
});

test('a hold later on asks anew', async () => {
  const lists = { count: 0 };
  const scene = begun('live', 'java', lists);
  const [first, second] = holdsOn(scene);
  if (first === undefined || second === undefined) throw new Error('no holds');
  await scene.act(first);
  scene.store.setNow(scene.store.now() + 51);
  await scene.act(second);
  assert.is(lists.count, 2);
});

test('a list that took too long to come is asked for again, three times at most', async () => {
  for (const [slow, expected] of [
    [1, 2],
    [9, 3],
  ] as const) {
    let lists = 0;
    const scene = begun('live', 'java');
    const { list } = scene.cluster;
    scene.cluster.list = async (...asked) => {
      lists += 1;
      if (lists <= slow) scene.store.setNow(scene.store.now() + 200);
      return list(...asked);
    };
    const [hold] = holdsOn(scene);
    if (hold === undefined) throw new Error('no hold');
    const [acted] = await scene.act(hold);
    assert.is(acted?.result, 'done');
    assert.is(lists, expected);
  }
});

test('a shield asks nothing: no claim writes to a sidecar', async () => {
  const lists = { count: 0 };
  const scene = begun('inFlight', 'java', lists);
  const [hold] = holdsOn(scene);
  if (hold === undefined) throw new Error('no hold');
  const [acted] = await scene.act({ ...hold, step: 'shield' });
  assert.is(acted?.result, 'done');
  assert.is(lists.count, 0);
});

test.run();
