import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { owners } from '../../plugin/theia/owners.ts';
import { allowList } from '../../plugin/theia/session.ts';
import {
  aim,
  change,
  claimed,
  covered,
  instanceSpec,
  partIn,
  type Scenery,
  scenery,
  target,
  worldWith,
} from '../harness/world-acting.ts';
import { reference } from '../harness/world-objects.ts';

type Kind = 'complete' | 'mend';

function stepOf({ store }: Scenery, step: Kind) {
  const session = target(store.list('Session')[0]);
  return { step, app: 'java', id: 1, session, on: aim(store, 1, 'emailConfigMap') } as const;
}

test('completing a claim adds the Session beside what owns the part', async () => {
  const scene = scenery(worldWith([instanceSpec(1, { claim: claimed, held: 'whole' })], { lease: 'ours' }));
  const [acted] = await scene.act(stepOf(scene, 'complete'));
  assert.is(acted?.result, 'done');
  const { object } = partIn(scene.store, 1, 'emailConfigMap');
  assert.equal(
    owners(object).map(({ kind, name }) => `${kind} ${name}`),
    ['AppDefinition java', 'Lease warmgate-java', 'Session java-1-live'],
  );
  assert.equal(owners(object)[2], reference('Session', 'java-1-live', 'session-java-1-live'));
});

test('a claim that is complete is not written again', async () => {
  const scene = scenery(worldWith([instanceSpec(1, { claim: covered })]));
  const [acted] = await scene.act(stepOf(scene, 'complete'));
  assert.is(acted?.result, 'done');
  assert.is(scene.cluster.writes.length, 0);
});

test('a part that another Session owns is left to it', async () => {
  for (const step of ['complete', 'mend'] as const) {
    const scene = scenery(worldWith([instanceSpec(1, { claim: { ...claimed, list: 'empty' } })]));
    const { object } = partIn(scene.store, 1, 'emailConfigMap');
    const other = reference('Session', 'other', 'session-other');
    change(scene.store, object, { ownerReferences: [...owners(object), other] });
    const [acted] = await scene.act(stepOf(scene, step));
    assert.is(acted?.result, 'refused');
    assert.is(acted?.why, 'claimedByOther');
    assert.is(scene.cluster.writes.length, 0);
  }
});

test('a mended list admits the session s own user and nobody else', async () => {
  const scene = scenery(worldWith([instanceSpec(1, { claim: { ...claimed, list: 'other' } })]));
  const [acted] = await scene.act(stepOf(scene, 'mend'));
  assert.is(acted?.result, 'done');
  assert.equal(allowList(partIn(scene.store, 1, 'emailConfigMap').object), ['java-1-live@example.test']);
  assert.not.match(JSON.stringify(acted), '@');
});

test('a list that is right by now is not written', async () => {
  const scene = scenery(worldWith([instanceSpec(1, { claim: claimed })]));
  const [acted] = await scene.act(stepOf(scene, 'mend'));
  assert.is(acted?.result, 'done');
  assert.is(scene.cluster.writes.length, 0);
});

test('a Session without a user gets no list', async () => {
  const scene = scenery(worldWith([instanceSpec(1, { claim: { ...claimed, list: 'empty' } })]));
  const session = scene.store.get('Session', 'java-1-live');
  if (session !== undefined) scene.store.put({ ...session, spec: { ...session.spec, user: undefined } });
  const [acted] = await scene.act(stepOf(scene, 'mend'));
  assert.is(acted?.why, 'noUser');
  assert.is(scene.cluster.writes.length, 0);
});

test.run();
