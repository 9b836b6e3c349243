import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isDoomed, needsRestart, passMends, passWouldHelp, remedyOf } from '../../plugin/decide/remedy.ts';
import { prepare } from '../../plugin/decide/renew.ts';
import type { AppSpec } from '../harness/world.ts';
import { claimed, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { poolOf, words } from '../harness/world-decided.ts';
import type { InstanceSpec } from '../harness/world-instance.ts';

const none: ReadonlySet<number> = new Set();

function one(more: Partial<InstanceSpec>, app: Partial<AppSpec> = {}) {
  const [first] = poolOf(worldWith([instanceSpec(1, more)], { lease: 'ours', ...app })).instances;
  if (first === undefined) throw new Error('no instance');
  return first;
}

const preparing = (more: Partial<InstanceSpec>, app: Partial<AppSpec> = {}): string[] =>
  words(prepare(poolOf(worldWith([instanceSpec(1, more)], { lease: 'ours', ...app })), none));

test('what is wrong says who could put it right', () => {
  assert.is(remedyOf(one({ made: 'stale' })), 'nudge');
  assert.is(remedyOf(one({ made: 'mixed' })), 'mark');
  assert.is(remedyOf(one({ residue: 'pod' })), 'mark');
  assert.is(remedyOf(one({ missing: [0] })), 'sibling');
  assert.is(remedyOf(one({ missing: [4] })), 'nudge', 'a Deployment without sidecars');
  assert.is(remedyOf(one({ missing: [5] }, { sidecars: 'after' })), 'restart');
  assert.is(remedyOf(one({ pod: 'starting' })), 'time');
  assert.is(remedyOf(one({})), 'none');
});

test('a pod that can never start dooms a current instance, not a stale one', () => {
  assert.ok(isDoomed(one({ pod: 'bad' })));
  assert.not(isDoomed(one({ pod: 'bad', made: 'stale' })));
  assert.ok(passMends(one({ pod: 'bad', made: 'stale' })));
});

test('a lost sidecar needs a restart, of a free instance only', () => {
  assert.ok(needsRestart(one({ missing: [5] }, { sidecars: 'after' })));
  assert.not(needsRestart(one({ missing: [5], claim: claimed }, { sidecars: 'after' })));
});

test('a pass helps what it mends, unless a batch keeps that back', () => {
  const pool = poolOf(worldWith([instanceSpec(1, { made: 'stale' })]));
  assert.ok(passWouldHelp(pool, none));
  assert.not(passWouldHelp(pool, new Set([1])));
  assert.not(passWouldHelp(poolOf(worldWith([instanceSpec(1)])), none));
});

test('a pass helps a surplus instance, but not the workspace that is left of one', () => {
  const surplus = worldWith([instanceSpec(1), instanceSpec(2)], { minInstances: 1, sidecars: 'workspace' });
  assert.ok(passWouldHelp(poolOf(surplus), none));
  const [java] = surplus.apps;
  const left = instanceSpec(2, { missing: [0, 1, 2, 3, 5, 6, 7] });
  const workspace = worldWith([...(java?.instances.slice(0, 1) ?? []), left], {
    minInstances: 1,
    sidecars: 'workspace',
  });
  assert.not(passWouldHelp(poolOf(workspace), none));
});

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
  const world = worldWith([instanceSpec(1), instanceSpec(2, { held: 'whole' })], {
    minInstances: 1,
    lease: 'ours',
  });
  assert.equal(words(prepare(poolOf(world), none)), [
    'unhold 2 deployment',
    'unhold 2 emailConfigMap',
    'unhold 2 externalService',
    'unhold 2 proxyConfigMap',
  ]);
});

test('nothing is prepared on what a batch keeps or a session has', () => {
  const pool = poolOf(
    worldWith([instanceSpec(1, { residue: 'list' }), instanceSpec(2, { made: 'mixed', claim: claimed })]),
  );
  assert.equal(prepare(pool, new Set([1])), []);
});

test.run();
