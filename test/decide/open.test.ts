import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../plugin/decide/decision.ts';
import { decideOpen } from '../../plugin/decide/open.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import { because } from '../../plugin/model/reasons.ts';
import type { WriteStep } from '../../plugin/model/steps.ts';
import type { WorldSpec } from '../harness/world.ts';
import { covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { judged, words } from '../harness/world-decided.ts';
import { firstSituation } from '../harness/world-frozen.ts';

interface Before {
  looks?: number;
  acted?: { step: WriteStep }[];
  findings?: Finding[];
  leftMs?: number;
}

function open(world: WorldSpec, policy: Partial<Policy> = {}, before: Before = {}) {
  const now = { ...firstSituation(judged(world), policy), ...before };
  const { steps, findings = [], end = false } = decideOpen(now);
  const found = findings.map(({ reason }) => `${reason.code} ${reason.args.instances}`);
  return { steps: words(steps), found, end };
}

const ours = { lease: 'ours' } as const;
const stale = instanceSpec(2, { made: 'stale', held: 'internal' });

test('what is ready is opened first, then the gate cleared', () => {
  assert.equal(open(worldWith([instanceSpec(1, { held: 'internal' })], ours)).steps, [
    'open 1 internalService',
    'wait collector',
  ]);
  assert.equal(open(worldWith([instanceSpec(1)], ours)).steps, ['dropLease java', 'wait collector']);
});

test('what is stale stays closed, and is told', () => {
  assert.equal(open(worldWith([instanceSpec(1), stale], ours)), {
    steps: [],
    found: ['gateKept 2'],
    end: true,
  });
});

test('by force it is opened as it is', () => {
  assert.equal(open(worldWith([instanceSpec(1), stale], ours), { force: true }), {
    steps: ['dropLease java', 'unhold 2 internalService', 'wait collector'],
    found: ['gateForced 2'],
    end: false,
  });
});

test('not even by force where a session is coming or going', () => {
  for (const by of ['inFlight', 'ending'] as const) {
    const moving = instanceSpec(1, { claim: { by, steps: 2 }, held: 'internal' });
    assert.equal(
      open(worldWith([moving, stale], ours), { force: true }).steps,
      ['unhold 2 internalService', 'wait collector'],
      by,
    );
  }
});

test('a hold beside a live session s reference comes off, so that clearing the gate writes to nothing of it', () => {
  const live = instanceSpec(1, { claim: covered, held: 'internal' });
  assert.equal(open(worldWith([live, stale], ours)).steps, ['unhold 1 internalService', 'wait collector']);
});

test('of expired gates what is stale is held on, and other gates are left alone', () => {
  const world = worldWith([stale], { lease: 'expired', minInstances: 2 });
  assert.equal(open(world, { expired: true }), {
    steps: ['lease java', 'wait collector'],
    found: ['gateKept 2'],
    end: false,
  });
  const young = worldWith([stale], { ...ours, minInstances: 2 });
  assert.equal(open(young, { expired: true }), { steps: [], found: [], end: true });
});

test('what was tried is tried again only once its object has moved', () => {
  const world = worldWith([instanceSpec(1, { held: 'internal' })], ours);
  const [tried] = decideOpen(firstSituation(judged(world))).steps;
  if (tried?.step !== 'open') throw new Error('nothing to open');
  assert.equal(open(world, {}, { acted: [{ step: tried }] }), { steps: [], found: [], end: true });
  const moved = { ...tried, on: { ...tried.on, resourceVersion: 'older' } };
  assert.equal(open(world, {}, { acted: [{ step: moved }] }).steps, [
    'open 1 internalService',
    'wait collector',
  ]);
});

test('what was opened by force stays said, what is kept is said as it is now', () => {
  const before: Finding[] = [
    { app: 'python', reason: because('gateForced', { instances: '7' }) },
    { app: 'java', reason: because('gateForced', { instances: '1, 2' }) },
    { app: 'c-lang', reason: because('gateKept', { instances: '3' }) },
  ];
  const { found } = open(worldWith([instanceSpec(1), stale], ours), {}, { findings: before });
  assert.equal(found, ['gateForced 7', 'gateKept 2']);
});

test('a pool that has yet to settle is waited for while there is time, and after eight rounds for nothing', () => {
  const world = worldWith([instanceSpec(1, { held: 'sidecars' })], { ...ours, sidecars: 'after' });
  const assessment = judged(world);
  const pools = assessment.pools.map((pool) => ({ ...pool, lastWrite: assessment.now - 4000 }));
  const now = firstSituation({ ...assessment, pools });
  assert.equal(decideOpen(now).steps, [{ step: 'wait', why: 'settling', names: [], forMs: 6001 }]);
  assert.ok(decideOpen({ ...now, leftMs: 6000 }).end);
  assert.ok(decideOpen({ ...now, looks: 9 }).end);
});

test.run();
