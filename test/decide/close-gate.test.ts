import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closingHolds, keepLease } from '../../plugin/decide/close-gate.ts';
import { claimed, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { poolOf, words } from '../harness/world-decided.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { worldStart } from '../harness/world-objects.ts';

const order = (world: Parameters<typeof poolOf>[0]): string[] =>
  closingHolds(poolOf(world)).map((step) => ('id' in step ? `${step.step} ${step.id}` : step.step));

test('the highest id is closed first: the operator gives away the lowest', () => {
  assert.equal(order(worldWith([instanceSpec(1), instanceSpec(2), instanceSpec(3)])), [
    'hold 3',
    'hold 2',
    'hold 1',
  ]);
});

test('what a session has or is about to have is not closed', () => {
  const taken = [
    instanceSpec(1, { claim: claimed }),
    instanceSpec(2, { claim: { by: 'inFlight', steps: 2 } }),
    instanceSpec(3, { claim: { by: 'ending', steps: 3 } }),
    instanceSpec(4, { claim: { by: 'gone', steps: 3 } }),
  ];
  assert.equal(order(worldWith(taken, { sidecars: 'after' })), []);
});

test('a sidecar is shielded beside the hold, and neither is written twice', () => {
  const world = worldWith([instanceSpec(1), instanceSpec(2, { held: 'internal' })], {
    sidecars: 'after',
    lease: 'ours',
  });
  assert.equal(words(closingHolds(poolOf(world))), ['hold 1 internalService', 'shield 1 sidecarDeployment']);
});

test('a hold by a Lease that is gone keeps nobody away, so it is set again', () => {
  const world = worldWith([instanceSpec(1, { held: 'internal', heldBy: 'gone' })], { lease: 'ours' });
  assert.equal(words(closingHolds(poolOf(world))), ['hold 1 internalService']);
});

test('a surplus instance is closed too, since a session would get it; its sidecars are for the pass to delete', () => {
  const world = worldWith([instanceSpec(1), instanceSpec(2)], { minInstances: 1, sidecars: 'after' });
  assert.equal(words(closingHolds(poolOf(world))), [
    'hold 1 internalService',
    'hold 2 internalService',
    'shield 1 sidecarDeployment',
  ]);
});

test('so is one of which a part lost its owner', () => {
  const world = worldWith([instanceSpec(1, { unowned: 4 })]);
  assert.equal(words(closingHolds(poolOf(world))), ['hold 1 internalService']);
});

test('a Service that a failed session owns, or that lost its own owner, is nobody s to get', () => {
  assert.equal(order(worldWith([instanceSpec(1, { claim: { by: 'failed', steps: 2 } })])), []);
  assert.equal(order(worldWith([instanceSpec(1, { unowned: 1 })])), []);
});

test('what a batch keeps back is held whole', () => {
  const world = worldWith([instanceSpec(1, { made: 'stale' }), instanceSpec(2, { made: 'stale' })]);
  assert.equal(words(closingHolds(poolOf(world), new Set([2]))), [
    'hold 1 internalService',
    'hold 2 deployment',
    'hold 2 emailConfigMap',
    'hold 2 externalService',
    'hold 2 internalService',
    'hold 2 proxyConfigMap',
  ]);
});

test('a Lease is taken where there is none, adopted once, and renewed every third of its time', () => {
  const keeper = { runId: 'run-test', now: worldStart, policy: usualPolicy, adopted: false };
  const closed = [instanceSpec(1, { held: 'internal' })];
  const without = poolOf(worldWith([instanceSpec(1)]));
  const own = poolOf(worldWith(closed, { lease: 'ours' }));
  const other = poolOf(worldWith(closed, { lease: 'other' }));
  assert.equal(
    keepLease(without, keeper).map((step) => 'lease' in step),
    [false],
    'made',
  );
  assert.equal(keepLease(own, keeper), []);
  assert.equal(keepLease(other, keeper).length, 1, 'adopted');
  assert.equal(keepLease(other, { ...keeper, adopted: true }), [], 'but not at every look');
  const later = worldStart - 60_000 + usualPolicy.holdForMs / 3;
  assert.equal(keepLease(own, { ...keeper, now: later - 1 }), []);
  assert.equal(keepLease(own, { ...keeper, now: later }).length, 1, 'renewed');
  assert.equal(keepLease(other, { ...keeper, adopted: true, now: later }).length, 1);
});

test.run();
