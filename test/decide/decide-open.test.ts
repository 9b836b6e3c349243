import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decideOpen, type OpenOptions } from '../../plugin/decide/decide-open.ts';
import type { WorldSpec } from '../harness/world.ts';
import { covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { judged, words } from '../harness/world-decided.ts';
import { usualPolicy } from '../harness/world-frozen.ts';

function open(world: WorldSpec, more: Partial<OpenOptions> = {}) {
  const { steps, found } = decideOpen(judged(world), usualPolicy, {
    force: false,
    runId: 'run-test',
    ...more,
  });
  return { steps: words(steps), found: found.map(({ reason }) => `${reason.code} ${reason.args.instances}`) };
}

const ours = { lease: 'ours' } as const;
const stale = instanceSpec(2, { made: 'stale', held: 'internal' });

test('what is ready is opened first, then the gate cleared', () => {
  assert.equal(open(worldWith([instanceSpec(1, { held: 'internal' })], ours)).steps, [
    'open 1 internalService',
  ]);
  assert.equal(open(worldWith([instanceSpec(1)], ours)).steps, ['dropLease java']);
});

test('what is stale stays closed, and is told', () => {
  assert.equal(open(worldWith([instanceSpec(1), stale], ours)), { steps: [], found: ['gateKept 2'] });
});

test('by force it is opened as it is', () => {
  assert.equal(open(worldWith([instanceSpec(1), stale], ours), { force: true }), {
    steps: ['dropLease java', 'unhold 2 internalService'],
    found: ['gateForced 2'],
  });
});

test('not even by force where a session is coming or going', () => {
  for (const by of ['inFlight', 'ending'] as const) {
    const moving = instanceSpec(1, { claim: { by, steps: 2 }, held: 'internal' });
    assert.equal(
      open(worldWith([moving, stale], ours), { force: true }).steps,
      ['unhold 2 internalService'],
      by,
    );
  }
});

test('a hold beside a live session s reference comes off, so that clearing the gate writes to nothing of it', () => {
  const live = instanceSpec(1, { claim: covered, held: 'internal' });
  assert.equal(open(worldWith([live, stale], ours)).steps, ['unhold 1 internalService']);
});

test('of expired gates what is stale is held on', () => {
  const world = worldWith([stale], { lease: 'expired', minInstances: 2 });
  assert.equal(open(world, { expired: new Set(['java']) }), { steps: ['lease java'], found: ['gateKept 2'] });
  assert.equal(open(world, { expired: new Set() }), { steps: [], found: [] });
});

test.run();
