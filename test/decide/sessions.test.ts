import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  busySessions,
  completeClaims,
  isGuarded,
  mendLists,
  unholdClaimed,
} from '../../plugin/decide/sessions.ts';
import type { WorldSpec } from '../harness/world.ts';
import { claimed, covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { build } from '../harness/world-build.ts';
import { judged, words } from '../harness/world-decided.ts';
import { lookAt } from '../harness/world-look.ts';
import { reference, worldStart } from '../harness/world-objects.ts';

function guarding(world: WorldSpec) {
  const assessment = judged(world);
  const [pool] = assessment.pools;
  if (pool === undefined) throw new Error('no pool');
  return {
    complete: words(completeClaims(pool, assessment)),
    unhold: words(unholdClaimed(pool, assessment)),
    mend: words(mendLists(assessment)),
    guarded: isGuarded(pool, assessment),
  };
}

test('a live session becomes owner of every part that it does not own yet, workspace and sidecars included', () => {
  const found = guarding(worldWith([instanceSpec(1, { claim: claimed })], { sidecars: 'workspace' }));
  assert.equal(found.complete, [
    'complete 1 emailConfigMap',
    'complete 1 proxyConfigMap',
    'complete 1 pvc',
    'complete 1 sidecarDeployment',
    'complete 1 sidecarService',
  ]);
  assert.not(found.guarded);
});

test('a complete claim needs nothing', () => {
  const found = guarding(worldWith([instanceSpec(1, { claim: covered })]));
  assert.equal(found, { complete: [], unhold: [], mend: [], guarded: true });
});

test('a session that names its instance and owns nothing of it is completed as well', () => {
  const found = guarding(worldWith([instanceSpec(1, { claim: { ...claimed, covers: 'named' } })]));
  assert.is(found.complete.length, 5);
  assert.not(found.guarded);
});

test('a claim in flight, one that failed and a session that is ending are left alone', () => {
  for (const by of ['inFlight', 'failed', 'ending', 'gone'] as const) {
    const found = guarding(
      worldWith([instanceSpec(1, { claim: { by, steps: 3 }, held: 'whole' })], { lease: 'ours' }),
    );
    assert.equal([found.complete, found.unhold, found.mend], [[], [], []], by);
  }
});

test('an instance that a second Session owns a part of is left alone, and is not guarded', () => {
  const world = worldWith([instanceSpec(1, { claim: { ...claimed, list: 'empty' } })]);
  const objects = build(world).map((object) =>
    object.kind === 'Service' && object.metadata.name.endsWith('-int')
      ? {
          ...object,
          metadata: {
            ...object.metadata,
            ownerReferences: [
              ...(object.metadata.ownerReferences ?? []),
              reference('Session', 'other', 'other'),
            ],
          },
        }
      : object,
  );
  const { assessment } = lookAt(objects, worldStart);
  const [pool] = assessment.pools;
  if (pool === undefined) throw new Error('no pool');
  assert.equal(completeClaims(pool, assessment), []);
  assert.equal(mendLists(assessment), []);
  assert.not(isGuarded(pool, assessment));
});

test('a list without its user is mended, one that is right is not', () => {
  assert.equal(guarding(worldWith([instanceSpec(1, { claim: { ...covered, list: 'empty' } })])).mend, [
    'mend 1 emailConfigMap',
  ]);
  assert.equal(guarding(worldWith([instanceSpec(1, { claim: { ...covered, list: 'other' } })])).mend, [
    'mend 1 emailConfigMap',
  ]);
});

test('a session without a user has no list to mend: a run would try for ever', () => {
  const world = worldWith([instanceSpec(1, { claim: { ...covered, list: 'empty' } })]);
  const objects = build(world).map((object) =>
    object.kind === 'Session' ? { ...object, spec: { ...object.spec, user: undefined } } : object,
  );
  assert.equal(mendLists(lookAt(objects, worldStart).assessment), []);
});

test('a hold comes off where its live session owns the part, and not before', () => {
  const held = (claim: typeof claimed | typeof covered) =>
    guarding(worldWith([instanceSpec(1, { claim, held: 'whole' })], { lease: 'ours' })).unhold;
  assert.equal(held(claimed), [
    'unhold 1 deployment',
    'unhold 1 externalService',
    'unhold 1 internalService',
  ]);
  assert.is(held(covered).length, 5);
});

test('a session of another AppDefinition that is claiming a part of this pool keeps it busy', () => {
  const objects = build(worldWith([instanceSpec(1, { claim: { by: 'inFlight', steps: 1 } })])).map(
    (object) =>
      object.kind === 'Session' ? { ...object, spec: { ...object.spec, appDefinition: 'other' } } : object,
  );
  const { assessment } = lookAt(objects, worldStart);
  const [pool] = assessment.pools;
  if (pool === undefined) throw new Error('no pool');
  assert.equal(busySessions(pool, assessment), ['java-1-inflight']);
});

test.run();
