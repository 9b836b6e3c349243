import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clearGate, dropStray, mustCollect, openReady, settlesIn } from '../../plugin/decide/open-gate.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { owners } from '../../plugin/theia/owners.ts';
import type { WorldSpec } from '../harness/world.ts';
import { claimed, covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { build } from '../harness/world-build.ts';
import { judged, poolOf, words } from '../harness/world-decided.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { lookAt } from '../harness/world-look.ts';
import { stamp, withOwners, worldStart } from '../harness/world-objects.ts';

function clearing(world: WorldSpec, change: (object: KubeObject) => KubeObject = (object) => object) {
  const { assessment } = lookAt(build(world).map(change), worldStart);
  const [pool] = assessment.pools;
  if (pool === undefined) throw new Error('no pool');
  return {
    clear: words(clearGate(pool, assessment, usualPolicy)),
    settlesIn: settlesIn(pool, assessment, usualPolicy),
    must: mustCollect(pool),
  };
}

/** The AppDefinition was applied that many milliseconds ago. */
const written =
  (ago: number) =>
  (object: KubeObject): KubeObject =>
    object.kind === 'AppDefinition'
      ? {
          ...object,
          metadata: {
            ...object.metadata,
            managedFields: [{ manager: 'helm', time: stamp(worldStart - ago) }],
          },
        }
      : object;

/** The AppDefinition has let go of these instances. */
const disowned =
  (...ids: number[]) =>
  (object: KubeObject): KubeObject =>
    ids.some((id) => object.metadata.name.startsWith(`instance-${id}-`))
      ? withOwners(
          object,
          owners(object).filter(({ kind }) => kind !== 'AppDefinition'),
        )
      : object;

test('what is current and ready is opened, its internal Service last; the sidecars stay shielded', () => {
  const world = worldWith([instanceSpec(1, { held: 'whole' })], { lease: 'ours', sidecars: 'after' });
  assert.equal(words(openReady(poolOf(world))), [
    'open 1 internalService',
    'unhold 1 deployment',
    'unhold 1 emailConfigMap',
    'unhold 1 externalService',
    'unhold 1 proxyConfigMap',
  ]);
});

test('what is stale, not ready or open already is not', () => {
  const instances = [
    instanceSpec(1, { made: 'stale', held: 'internal' }),
    instanceSpec(2, { pod: 'starting', held: 'internal' }),
    instanceSpec(3, { residue: 'list', held: 'internal' }),
    instanceSpec(4),
  ];
  assert.equal(openReady(poolOf(worldWith(instances, { lease: 'ours' }))), []);
});

test('clearing is deleting our Lease', () => {
  const world = worldWith([instanceSpec(1, { held: 'sidecars' })], { lease: 'ours', sidecars: 'after' });
  assert.equal(clearing(world).clear, ['dropLease java']);
});

test('not before a live session owns what else our Lease alone would keep from the collector', () => {
  const live = instanceSpec(1, { claim: { ...claimed, detached: true }, held: 'sidecars' });
  const world = worldWith([live], { lease: 'ours', sidecars: 'after' });
  assert.equal(clearing(world, disowned(1)).clear, ['complete 1 sidecarDeployment']);
});

test('not while a session is coming or going on something held: the collector s write would fail its claim', () => {
  for (const by of ['inFlight', 'ending'] as const) {
    const world = worldWith([instanceSpec(1, { claim: { by, steps: 2 }, held: 'internal' })], {
      lease: 'ours',
    });
    assert.equal(clearing(world).clear, [], by);
  }
});

test('not while a pass may still let go of something surplus: it would be left without any owner', () => {
  const world = worldWith([instanceSpec(1), instanceSpec(2, { held: 'internal' })], {
    minInstances: 1,
    lease: 'ours',
  });
  assert.equal(clearing(world).clear, []);
  assert.equal(clearing(world, disowned(2)).clear, ['dropLease java']);
});

test('nor while the AppDefinition was just written: a pass of an older event may see more as surplus', () => {
  const world = worldWith([instanceSpec(1, { held: 'sidecars' })], { lease: 'ours', sidecars: 'after' });
  assert.equal(clearing(world, written(10_000)).clear, []);
  assert.equal(clearing(world, written(11_000)).clear, ['dropLease java']);
});

test('how long that is for is told, and nothing where waiting would not help', () => {
  const shielded = worldWith([instanceSpec(1, { held: 'sidecars' })], { lease: 'ours', sidecars: 'after' });
  assert.is(clearing(shielded, written(4000)).settlesIn, 6001);
  assert.is(clearing(shielded, written(10_001)).settlesIn, 0);
  assert.is(clearing(worldWith([instanceSpec(1)], { lease: 'ours' }), written(4000)).settlesIn, 0, 'at once');
  assert.is(clearing(worldWith([instanceSpec(1)]), written(4000)).settlesIn, 0, 'no gate');
  const coming = instanceSpec(1, { claim: { by: 'inFlight', steps: 2 }, held: 'internal' });
  assert.is(clearing(worldWith([coming], { lease: 'ours' }), written(4000)).settlesIn, 0, 'a session comes');
});

test('what ours alone keeps must be collected at once where it is in the way', () => {
  const closed = [1, 2].map((id) => instanceSpec(id, { held: 'whole', made: 'stale' }));
  assert.ok(clearing(worldWith(closed, { lease: 'ours' }), disowned(2)).must);
});

test('and elsewhere once no closed instance needs the Lease', () => {
  const closed = [instanceSpec(1, { held: 'internal', made: 'stale' }), instanceSpec(2, { held: 'whole' })];
  const open = [instanceSpec(1), instanceSpec(2, { held: 'whole' })];
  const changes = { lease: 'ours', minInstances: 1 } as const;
  assert.not(clearing(worldWith(closed, changes), disowned(2)).must);
  assert.ok(clearing(worldWith(open, changes), disowned(2)).must);
});

test('a stray Lease goes, but not from under a live session that does not own all yet', () => {
  const lost = (object: KubeObject): boolean => object.kind === 'AppDefinition';
  const stray = (covers: 'claimed' | 'all') => {
    const live = instanceSpec(1, { claim: { ...covered, covers }, held: 'whole' });
    const world = worldWith([live], { lease: 'ours' });
    const objects = build(world)
      .map(disowned(1))
      .filter((object) => !lost(object));
    return words(dropStray(lookAt(objects, worldStart).assessment));
  };
  assert.equal(stray('claimed'), ['complete 1 emailConfigMap', 'complete 1 proxyConfigMap']);
  assert.equal(stray('all'), ['dropLease warmgate-java']);
});

test('a Lease of an AppDefinition without a pool is stray too', () => {
  const world = worldWith([], { minInstances: 0, lease: 'ours' });
  assert.equal(words(dropStray(judged(world))), ['dropLease warmgate-java']);
});

test('opening sets the port of the AppDefinition', () => {
  const [step] = openReady(poolOf(worldWith([instanceSpec(1, { held: 'internal' })], { lease: 'ours' })));
  assert.is(step?.step === 'open' && step.port, 3000);
});

test('a session that is coming on something that is not held keeps no gate from being cleared', () => {
  const coming = instanceSpec(1, { claim: { by: 'inFlight', steps: 2 } });
  const world = worldWith([coming, instanceSpec(2, { held: 'sidecars' })], {
    lease: 'ours',
    sidecars: 'after',
  });
  assert.equal(clearing(world).clear, ['dropLease java']);
});

test.run();
