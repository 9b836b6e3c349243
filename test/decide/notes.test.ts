import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Situation } from '../../plugin/decide/decision.ts';
import { notesOf, usedWorkspaces } from '../../plugin/decide/notes.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import type { WorldSpec } from '../harness/world.ts';
import { instanceSpec, worldWith } from '../harness/world-acting.ts';
import { judged } from '../harness/world-decided.ts';
import { firstSituation } from '../harness/world-frozen.ts';

const fresh = { firstGeneration: 2, lastPush: 0, nudges: 0, wrote: false };

function situation(world: WorldSpec, policy: Partial<Policy> = {}): Situation {
  return firstSituation(judged(world), policy);
}

function codes(now: Situation): string[] {
  return notesOf(now).map(({ app, reason }) => `${app} ${reason.code}`);
}

const stale = worldWith([instanceSpec(1, { made: 'stale' }), instanceSpec(2)]);

test('of an ordinary run there is nothing to say', () => {
  assert.equal(codes(situation(stale)), []);
});

test('a target that moved is told, from and to', () => {
  const now = situation(stale);
  const memory = { ...now.memory, pools: { java: { ...fresh, firstGeneration: 1 } } };
  const [note] = notesOf({ ...now, memory });
  assert.equal([note?.reason.code, note?.reason.args], ['targetMoved', { from: 1, to: 2 }]);
});

test('batches that no guard prepared came too late for the first pass, unless it was a refresh', () => {
  const nudged = (now: Situation): Situation => ({
    ...now,
    memory: { ...now.memory, pools: { java: { ...fresh, nudges: 1 } } },
  });
  const batch = { count: 1 };
  assert.equal(codes(nudged(situation(stale, { batch }))), ['java batchLateOnly']);
  assert.equal(codes(situation(stale, { batch })), [], 'not nudged');
  assert.equal(codes(nudged(situation(stale))), [], 'no batches');
  assert.equal(codes(nudged(situation(stale, { batch, refresh: true }))), []);
  const guarded = worldWith([instanceSpec(1, { made: 'stale', held: 'whole' })], { lease: 'ours' });
  assert.equal(codes(nudged(situation(guarded, { batch }))), []);
});

test('under an upstream operator that may be replaced sessions may have got old instances', () => {
  const upstream = { ...stale, upstream: true };
  assert.equal(codes(situation(upstream, { mayReplace: true })), ['java sessionsMayGetOld']);
  assert.equal(codes(situation(upstream)), []);
  assert.equal(codes(situation(stale, { mayReplace: true })), []);
});

test('a former session s files stay when its instance is renewed, and that is said once they are no residue any more', () => {
  const used = worldWith([instanceSpec(1, { residue: 'list' }), instanceSpec(2)], { sidecars: 'workspace' });
  const renewed = worldWith([instanceSpec(1), instanceSpec(2)], { sidecars: 'workspace' });
  const memory = { pools: {}, workspaces: ['java/1'] };
  assert.equal(codes({ ...situation(renewed), memory }), ['java workspaceKept']);
  assert.equal(codes(situation(renewed)), [], 'nobody had it');
  const seen = judged(used);
  const withFiles = seen.pools.map((pool) => ({
    ...pool,
    instances: pool.instances.map((each) =>
      each.id === 1 ? { ...each, reasons: [{ code: 'residueWorkspace' as const, args: {} }] } : each,
    ),
  }));
  const now = firstSituation({ ...seen, pools: withFiles });
  assert.equal(usedWorkspaces(now.last), ['java/1']);
  assert.equal(codes({ ...now, memory }), [], 'still residue');
});

test.run();
