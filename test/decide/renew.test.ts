import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Kept } from '../../plugin/decide/batch.ts';
import type { AppSpec, WorldSpec } from '../harness/world.ts';
import { covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { build } from '../harness/world-build.ts';
import { words } from '../harness/world-decided.ts';
import type { InstanceSpec } from '../harness/world-instance.ts';
import { worldStart } from '../harness/world-objects.ts';
import { renewing } from './renewing.ts';

/** What is done to a pool just before the nudge, behind its closed gate. */
function prepared(world: WorldSpec, kept?: Kept): string[] {
  const steps = words(renewing(build(world), worldStart, kept === undefined ? {} : { kept }).steps);
  assert.ok(steps.includes('nudge java'), steps.join());
  return steps.filter((each) => !/^(nudge|wait) /.test(each));
}

const preparing = (more: Partial<InstanceSpec>, app: Partial<AppSpec> = {}): string[] =>
  prepared(worldWith([instanceSpec(1, { held: 'internal', ...more })], { lease: 'ours', ...app }));

test('a stale instance held whole is let go for the pass, all but its internal Service', () => {
  assert.equal(preparing({ made: 'stale', held: 'whole' }), [
    'unhold 1 deployment',
    'unhold 1 emailConfigMap',
    'unhold 1 externalService',
    'unhold 1 proxyConfigMap',
  ]);
});

test('residue is marked on every labelled part; a mark is not written twice', () => {
  assert.equal(preparing({ residue: 'list', held: 'internal' }), [
    'mark 1 deployment',
    'mark 1 emailConfigMap',
    'mark 1 externalService',
    'mark 1 internalService',
    'mark 1 proxyConfigMap',
  ]);
  assert.equal(preparing({ residue: 'list', made: 'marked', held: 'internal' }), []);
});

test('the Service that is left of a lost pair is removed, a sidecar s with it, and the rest marked in the same round', () => {
  assert.equal(preparing({ missing: [0] }), ['removeSibling 1 internalService']);
  assert.equal(preparing({ missing: [1], residue: 'list' }, { sidecars: 'after' }), [
    'mark 1 deployment',
    'mark 1 emailConfigMap',
    'mark 1 proxyConfigMap',
    'removeSibling 1 externalService',
    'removeSibling 1 sidecarService',
  ]);
});

test('a surplus instance keeps the hold on its internal Service: until the pass a session would get it', () => {
  const world = worldWith([instanceSpec(1, { held: 'internal' }), instanceSpec(2, { held: 'whole' })], {
    minInstances: 1,
    lease: 'ours',
  });
  assert.equal(prepared(world), [
    'unhold 2 deployment',
    'unhold 2 emailConfigMap',
    'unhold 2 externalService',
    'unhold 2 proxyConfigMap',
  ]);
});

test('nothing is prepared on what a batch keeps or a session has', () => {
  const instances = [
    instanceSpec(1, { made: 'mixed', held: 'whole' }),
    instanceSpec(2, { made: 'mixed', claim: covered }),
    instanceSpec(3, { made: 'stale', held: 'internal' }),
  ];
  assert.equal(prepared(worldWith(instances, { lease: 'ours' }), new Set([1])), []);
});

test.run();
