import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isDoomed, needsRestart, passMends, passWouldHelp, wantRefresh } from '../../plugin/decide/remedy.ts';
import type { AppSpec } from '../harness/world.ts';
import { claimed, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { poolOf } from '../harness/world-decided.ts';
import type { InstanceSpec } from '../harness/world-instance.ts';

const none: ReadonlySet<number> = new Set();

function one(more: Partial<InstanceSpec>, app: Partial<AppSpec> = {}) {
  const [first] = poolOf(worldWith([instanceSpec(1, more)], { lease: 'ours', ...app })).instances;
  if (first === undefined) throw new Error('no instance');
  return first;
}

test('what is wrong says who could put it right: a pass, a restart, or time', () => {
  const helps = (more: Partial<InstanceSpec>, app: Partial<AppSpec> = {}): boolean[] =>
    [passMends, needsRestart, isDoomed].map((each) => each(one(more, app)));
  const [pass, restart, time] = [
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ];
  assert.equal(helps({ made: 'stale' }), pass);
  assert.equal(helps({ made: 'mixed' }), pass);
  assert.equal(helps({ residue: 'pod' }), pass);
  assert.equal(helps({ missing: [0] }), pass);
  assert.equal(helps({ missing: [4] }), pass, 'a Deployment without sidecars');
  assert.equal(helps({ missing: [5] }, { sidecars: 'after' }), restart);
  assert.equal(helps({ pod: 'starting' }), time);
  assert.equal(helps({}), time);
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

test('a refresh wants what is older than the run; an instance without a Deployment has no age', () => {
  const later = Date.UTC(2100, 0);
  const refreshed = (more: Partial<InstanceSpec>, before = later) =>
    wantRefresh(poolOf(worldWith([instanceSpec(1, more)])), before).instances[0]?.state;
  assert.is(refreshed({}), 'stale');
  assert.is(refreshed({}, 0), 'current');
  assert.is(refreshed({ missing: [4] }), 'incomplete');
  assert.is(refreshed({ claim: claimed }), 'claimed');
});

test.run();
