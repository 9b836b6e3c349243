import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reference, stamp, worldStart } from '../harness/world-objects.ts';
import { ending } from './fixtures.ts';
import { changed, claimed, free, looks, ofKind, part, partIn, pool, type Round, without } from './given.ts';

const whole = pool([free(1), free(2)]);

/** Milliseconds after the first look since when the pools are quiet. */
function quietSince(...rounds: Round[]): number {
  return looks(rounds).assessment.quietSince - worldStart;
}

function remade(objects: typeof whole, id: number, uid = 'remade') {
  return changed(objects, part(id, 'externalService'), { metadata: { uid } });
}

test('a first look proves no quiet before it', () => {
  assert.is(quietSince([0, whole]), 0);
});

test('looks that show the same keep the quiet of the first', () => {
  assert.is(quietSince([0, whole], [1000, whole], [9000, whole]), 0);
});

test('a part that was made anew, lost or added ends the quiet at the look that shows it', () => {
  assert.is(quietSince([0, whole], [1000, remade(whole, 1)]), 1000);
  assert.is(
    quietSince([0, whole], [1000, without(whole, 2, 'deployment')], [2000, without(whole, 2, 'deployment')]),
    1000,
  );
  assert.is(quietSince([0, without(whole, 2, 'deployment')], [1500, whole], [4000, whole]), 1500);
});

test('a pass over another AppDefinition counts too: passes queue on one thread', () => {
  const other = (uid: string) => [
    ...whole,
    ...remade(pool([free(1)], { name: 'py-side' }), 1, uid).filter(({ kind }) => kind === 'Service'),
  ];
  assert.is(quietSince([0, other('one')], [1000, other('two')]), 1000);
});

test('status, labels, owners and data move nothing', () => {
  const touched = changed(
    whole,
    ({ kind }) => kind !== 'Lease',
    ({ metadata }) => ({
      metadata: {
        resourceVersion: '99',
        labels: { ...metadata.labels, touched: 'yes' },
        ownerReferences: [...(metadata.ownerReferences ?? []), reference('Lease', 'warmgate-java', 'l')],
      },
      status: {},
    }),
  );
  assert.is(quietSince([0, whole], [1000, touched]), 0);
});

test('what we deleted ourselves does not count, unless something else stands there', () => {
  const { uid } = partIn(whole, 1, 'externalService').metadata;
  const gone = without(whole, 1, 'externalService');
  assert.is(quietSince([0, whole], [1000, gone, [uid]]), 0);
  assert.is(quietSince([0, whole], [1000, gone, ['another']]), 1000);
  assert.is(quietSince([0, whole], [1000, remade(whole, 1), [uid]]), 1000);
});

test('a part that is being deleted keeps the pools moving, but not one that we delete', () => {
  const dying = ending(whole, 1, 'proxyConfigMap');
  const { uid } = partIn(whole, 1, 'proxyConfigMap').metadata;
  assert.is(quietSince([0, dying], [1000, dying], [7000, dying]), 7000);
  assert.is(quietSince([0, whole], [1000, dying, [uid]], [7000, dying, [uid]]), 0);
});

test('a claim, and a release with the renewal that follows it, do not count', () => {
  const held = pool([claimed(1), free(2)]);
  const renewed = remade(whole, 1);
  assert.is(quietSince([0, whole], [1000, held]), 0);
  assert.is(quietSince([0, held], [1000, whole], [3000, renewed], [5000, renewed]), 0);
  assert.is(quietSince([0, held], [1000, ending(held, 1, 'emailConfigMap')]), 0);
});

test('long after a release a renewal of that instance counts again', () => {
  const held = pool([claimed(1), free(2)]);
  assert.is(quietSince([0, held], [1000, whole], [41_000, remade(whole, 1)]), 41_000);
  assert.is(quietSince([0, held], [1000, whole], [39_000, remade(whole, 1)]), 0);
});

test('a session of one instance excuses nothing of another', () => {
  const held = pool([claimed(1), free(2)]);
  assert.is(quietSince([0, held], [1000, remade(held, 2)]), 1000);
});

test('a leader that has just come may not have started its work', () => {
  const lease = (acquired: number) =>
    changed(whole, ofKind('Lease', 'theia-cloud-operator-leaders'), ({ spec }) => ({
      spec: { ...spec, acquireTime: stamp(worldStart + acquired) },
    }));
  assert.is(quietSince([0, lease(-9000)], [8000, lease(4000)]), 4000);
  assert.is(quietSince([0, lease(-9000)], [8000, lease(60_000)]), 8000, 'a clock that is ahead');
});

test('objects that are no part of a pool move nothing', () => {
  const other = [...whole, { ...partIn(whole, 1, 'deployment'), metadata: { name: 'database', uid: 'db' } }];
  assert.is(quietSince([0, whole], [1000, other]), 0);
});

test('one reference is enough to make an instance a session’s', () => {
  const begun = pool([free(1, { claim: { by: 'inFlight', steps: 1 } }), free(2)]);
  assert.is(quietSince([0, begun], [1000, remade(begun, 1)]), 0);
});

test('an instance whose AppDefinition was made anew is another place', () => {
  const held = pool([claimed(1)]);
  const anew = changed(
    held,
    ({ metadata }) => metadata.name.startsWith('instance-1-') && metadata.ownerReferences !== undefined,
    ({ metadata }) => ({
      metadata: {
        uid: `${metadata.uid}-anew`,
        ownerReferences: [reference('AppDefinition', 'java', '6f1a8966-4d5a-41dc-82ba-00000000beef')],
      },
    }),
  );
  assert.is(
    quietSince([0, held], [1000, anew]),
    0,
    'the session that was there excuses what takes its place',
  );
});

test('a renewal after a release that takes several looks does not count: first nothing is there, then the new', () => {
  const held = pool([claimed(1), free(2)]);
  const gone = without(whole, 1, 'externalService', 'internalService');
  assert.is(quietSince([0, held], [1000, whole], [1500, gone], [2500, remade(whole, 1)]), 0);
});

test.run();
