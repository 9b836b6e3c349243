import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lastWrites } from '../../plugin/decide/give-up.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import type { WorldSpec } from '../harness/world.ts';
import { claimed, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { judged, words } from '../harness/world-decided.ts';
import { firstSituation } from '../harness/world-frozen.ts';

function end(world: WorldSpec, policy: Partial<Policy> = {}) {
  const { steps, found } = lastWrites(firstSituation(judged(world), policy));
  return { steps: words(steps), found: found.map(({ reason }) => `${reason.code} ${reason.args.instances}`) };
}

const ours = { lease: 'ours' } as const;
const stale = instanceSpec(2, { made: 'stale', held: 'internal' });

test('a run that wrote nothing and found no gate writes nothing at its end', () => {
  assert.equal(end(worldWith([instanceSpec(1), instanceSpec(2, { made: 'stale' })])), {
    steps: [],
    found: [],
  });
});

test('what was never renewed stays closed, the Lease renewed, also by a run that did not close it', () => {
  assert.equal(end(worldWith([instanceSpec(1), stale], ours)), {
    steps: ['lease java'],
    found: ['gateKept 2'],
  });
});

test('what is ready is opened beside it, and claims that came are completed', () => {
  const world = worldWith(
    [instanceSpec(1, { held: 'internal' }), stale, instanceSpec(3, { claim: claimed })],
    ours,
  );
  assert.equal(end(world).steps, [
    'complete 3 emailConfigMap',
    'complete 3 proxyConfigMap',
    'lease java',
    'open 1 internalService',
  ]);
});

test('with nothing closed the Lease goes, though the pool did not converge', () => {
  const doomed = instanceSpec(1, { pod: 'bad', held: 'sidecars' });
  assert.equal(end(worldWith([doomed], { ...ours, sidecars: 'after' })), {
    steps: ['dropLease java'],
    found: [],
  });
});

test('--on-failure open opens all, but where a session is coming or going', () => {
  const claiming = instanceSpec(1, { claim: { by: 'inFlight', steps: 2 }, held: 'internal' });
  assert.equal(end(worldWith([claiming, stale], ours), { onFailure: 'open' }), {
    steps: ['unhold 2 internalService'],
    found: ['gateForced 2'],
  });
});

test('what a batch kept old is opened to sessions when the canary does not start, and stays held otherwise', () => {
  const canary = instanceSpec(1, { held: 'internal', pod: 'bad' });
  const old = instanceSpec(2, { made: 'stale', held: 'whole' });
  assert.equal(end(worldWith([canary, old], ours)), {
    steps: ['lease java', 'unhold 2 externalService', 'unhold 2 internalService'],
    found: ['keptOld 2', 'gateKept 1'],
  });
  assert.equal(end(worldWith([canary, old], ours), { onFailure: 'closed' }), {
    steps: ['lease java'],
    found: ['gateKept 1, 2'],
  });
});

test('without permission nothing is written', () => {
  assert.equal(end(worldWith([stale], ours), { mayWrite: false }), { steps: [], found: [] });
});

test('a canary that is ready is no reason to open what a batch kept old', () => {
  const old = instanceSpec(2, { made: 'stale', held: 'whole' });
  assert.equal(end(worldWith([instanceSpec(1, { held: 'internal' }), old], ours)), {
    steps: ['lease java', 'open 1 internalService'],
    found: ['gateKept 2'],
  });
});

test.run();
