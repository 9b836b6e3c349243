import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { secondLookMs } from '../../plugin/decide/policy.ts';
import { annotations, labels } from '../../plugin/theia/labels.ts';
import { readNudge, writeNudge } from '../../plugin/theia/nudge-mark.ts';
import { isHold, owners } from '../../plugin/theia/owners.ts';
import type { WorldSpec } from '../harness/world.ts';
import {
  aim,
  change,
  claimed,
  instanceSpec,
  partIn,
  type Scenery,
  scenery,
  target,
  worldWith,
} from '../harness/world-acting.ts';
import { worldStart } from '../harness/world-objects.ts';

/** So many free instances behind a closed gate. */
function closed(count: number): WorldSpec {
  const instances = Array.from({ length: count }, (_, at) => instanceSpec(at + 1, { held: 'internal' }));
  return worldWith(instances, { lease: 'ours' });
}

function nudgeStep({ store }: Scenery, firstLook: number, secondLook: number) {
  const on = target(store.get('AppDefinition', 'java'));
  const clearance = { firstLook, secondLook, uids: [] };
  return { step: 'nudge', app: 'java', on, generation: 2, count: 1, clearance } as const;
}

const now = worldStart;

test('a nudge is one annotation on the AppDefinition: generation, number and time', async () => {
  const scene = scenery(closed(1));
  const [acted] = await scene.act(nudgeStep(scene, now - secondLookMs, now));
  assert.is(acted?.result, 'done');
  const app = scene.store.get('AppDefinition', 'java');
  assert.equal(app === undefined ? undefined : readNudge(app), { generation: 2, count: 1, at: now });
  assert.is(app?.metadata.generation, 2, 'no new generation');
});

test('one look clears no nudge', async () => {
  const scene = scenery(closed(1));
  const [acted] = await scene.act(nudgeStep(scene, now - secondLookMs + 1, now));
  assert.is(acted?.result, 'refused');
  assert.is(acted?.why, 'oneLook');
  assert.is(scene.cluster.writes.length, 0);
});

test('a clearance of more than ten seconds ago clears none either', async () => {
  const scene = scenery(closed(1));
  const [acted] = await scene.act(nudgeStep(scene, now - 20_000, now - 10_001));
  assert.is(acted?.result, 'moved');
  assert.is(acted?.why, 'clearanceTooOld');
  assert.is(scene.cluster.writes.length, 0);
});

test('a nudge waits where an instance came back to the pool since the look that cleared it', async () => {
  const scene = scenery(closed(2));
  const { object } = partIn(scene.store, 2, 'internalService');
  change(scene.store, object, { ownerReferences: owners(object).filter((owner) => !isHold(owner)) });
  const [acted] = await scene.act(nudgeStep(scene, now - secondLookMs, now));
  assert.is(acted?.result, 'moved');
  assert.is(acted?.why, 'gateOpen');
  assert.is(scene.cluster.writes.length, 0);
});

test('what a session has, what is going away and what is another pool’s keep no nudge waiting', async () => {
  const scene = scenery(worldWith([instanceSpec(1, { claim: claimed }), instanceSpec(2)]));
  const { object } = partIn(scene.store, 2, 'internalService');
  change(scene.store, object, { deletionTimestamp: new Date(now).toISOString() });
  const other = partIn(scene.store, 1, 'internalService').object.metadata;
  scene.store.create('Service', {
    ...object,
    metadata: { ...object.metadata, name: other.name.replace('java', 'other'), ownerReferences: [] },
  });
  const [acted] = await scene.act(nudgeStep(scene, now - secondLookMs, now));
  assert.is(acted?.result, 'done');
});

test('a generation that moved since the look is not nudged', async () => {
  const scene = scenery(closed(1));
  const step = nudgeStep(scene, now - secondLookMs, now);
  const app = scene.store.get('AppDefinition', 'java');
  if (app !== undefined) scene.store.replace({ ...app, spec: { ...app.spec, image: 'other' } }, 'helm');
  const [acted] = await scene.act(step);
  assert.is(acted?.result, 'moved');
  assert.is(acted?.why, 'generationMoved');
});

test('a nudge of another run since the look is not doubled', async () => {
  const scene = scenery(closed(1));
  const first = nudgeStep(scene, now - secondLookMs, now);
  await scene.act(first);
  const [second] = await scene.act(first);
  assert.is(second?.result, 'moved');
  assert.is(scene.cluster.writes.length, 1);
});

test('a nudge whose answer was lost and that then conflicts with itself is a nudge that was sent', async () => {
  let first = true;
  const scene = scenery(closed(1), (verb, kind) => {
    if (verb !== 'patch' || kind !== 'AppDefinition' || !first) return;
    first = false;
    const app = scene.store.get('AppDefinition', 'java');
    if (app !== undefined)
      change(scene.store, app, { annotations: { [annotations.nudge]: writeNudge(2, 1, now) } });
  });
  const [acted] = await scene.act(nudgeStep(scene, now - secondLookMs, now));
  assert.is(acted?.result, 'done');
  assert.is(scene.cluster.writes.length, 0, 'not once more');
});

test('marking outdated is label 0 on that part alone', async () => {
  const { store, act, cluster } = scenery(worldWith([instanceSpec(1)]));
  const [acted] = await act({ step: 'mark', app: 'java', id: 1, on: aim(store, 1, 'proxyConfigMap') });
  assert.is(acted?.result, 'done');
  assert.is(partIn(store, 1, 'proxyConfigMap').object.metadata.labels?.[labels.generation], '0');
  assert.is(cluster.writes.length, 1);
});

test('a part is removed by UID and version', async () => {
  const { store, act, cluster } = scenery(worldWith([instanceSpec(1)]));
  const { uid, resourceVersion } = partIn(store, 1, 'externalService').object.metadata;
  const [acted] = await act({
    step: 'removeSibling',
    app: 'java',
    id: 1,
    on: aim(store, 1, 'externalService'),
  });
  assert.is(acted?.result, 'done');
  assert.equal(cluster.writes[0]?.body, { uid, resourceVersion });
});

test('a claim between our read and our delete is a conflict, and the part stays', async () => {
  let slip = (): void => undefined;
  const scene = scenery(worldWith([instanceSpec(1)]), (verb) => {
    if (verb === 'delete') slip();
  });
  const { object } = partIn(scene.store, 1, 'externalService');
  slip = () => change(scene.store, object, { labels: { quick: 'yes' } });
  const on = aim(scene.store, 1, 'externalService');
  const [acted] = await scene.act({ step: 'removeSibling', app: 'java', id: 1, on });
  assert.is(acted?.result, 'moved');
  assert.is(partIn(scene.store, 1, 'externalService').object.metadata.uid, object.metadata.uid);
});

test.run();
