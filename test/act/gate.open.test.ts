import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labels } from '../../plugin/theia/labels.ts';
import { owners } from '../../plugin/theia/owners.ts';
import {
  aim,
  change,
  instanceSpec,
  partIn,
  type Scenery,
  scenery,
  worldWith,
} from '../harness/world-acting.ts';

function openStep({ store }: Scenery, port?: number) {
  const on = aim(store, 1, 'internalService');
  const base = { step: 'open', app: 'java', id: 1, on, generation: 2 } as const;
  return port === undefined ? base : { ...base, port };
}

const closed = (more = {}) => worldWith([instanceSpec(1, { held: 'internal', ...more })], { lease: 'ours' });

test('opening is one patch: stamped, without the labels of a former session, without our hold', async () => {
  const scene = scenery(closed({ made: 'stale', residue: 'labels' }));
  const [acted] = await scene.act(openStep(scene, 3000));
  assert.is(acted?.result, 'done');
  assert.is(scene.cluster.writes.length, 1);
  const { object } = partIn(scene.store, 1, 'internalService');
  assert.equal(
    owners(object).map(({ kind }) => kind),
    ['AppDefinition'],
  );
  assert.is(object.metadata.labels?.[labels.generation], '2');
  assert.is(object.metadata.labels?.[labels.session], undefined);
  assert.is(object.metadata.labels?.[labels.sessionUid], undefined);
  assert.is(object.metadata.labels?.app, 'java-1', 'labels of the operator stay');
});

test('the port is the target s where it differs, and is not sent where it does not', async () => {
  const scene = scenery(closed());
  await scene.act(openStep(scene, 4000));
  const { ports } = partIn(scene.store, 1, 'internalService').object.spec;
  assert.equal(ports, [{ name: 'http-internal', port: 3001, protocol: 'TCP', targetPort: 4000 }]);
  const same = scenery(closed());
  await same.act(openStep(same, 3000));
  assert.not('spec' in (same.cluster.writes[0]?.body ?? {}));
});

test('a held Service that the AppDefinition let go is not opened: ours is the only owner', async () => {
  const scene = scenery(closed());
  const step = openStep(scene);
  const { object } = partIn(scene.store, 1, 'internalService');
  change(scene.store, object, { ownerReferences: owners(object).filter(({ kind }) => kind === 'Lease') });
  const [acted] = await scene.act(step);
  assert.is(acted?.result, 'moved');
  assert.is(scene.cluster.writes.length, 0);
});

test.run();
