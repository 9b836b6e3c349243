import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Policy } from '../../plugin/decide/policy.ts';
import type { AppSpec, WorldSpec } from '../harness/world.ts';
import { claimed, covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { decided, words } from '../harness/world-decided.ts';
import { frozenLooks, usualPolicy } from '../harness/world-frozen.ts';
import type { InstanceSpec } from '../harness/world-instance.ts';

const stale = { made: 'stale', held: 'internal' } as const;

/** What a run decides on a settled world that does not move. */
function last(
  instances: InstanceSpec[],
  app: Partial<AppSpec> = {},
  policy: Partial<Policy> = {},
  world: Partial<WorldSpec> = {},
) {
  const { decision, ending, stuck } = decided(worldWith(instances, { lease: 'ours', ...app }, world), policy);
  return { steps: words(decision.steps), ending, stuck: stuck.java?.code };
}

test('a pool that is right is done at the first look, without a write', () => {
  const looks = frozenLooks(worldWith([instanceSpec(1), instanceSpec(2, { claim: covered })]), usualPolicy);
  assert.is(looks.length, 1);
  assert.equal(looks[0]?.decision.steps, []);
  assert.ok(looks[0]?.decision.end);
  assert.is(looks[0]?.decision.memory?.ending?.how, 'done');
});

test('what is ready is opened, and the gate cleared once nothing is closed', () => {
  assert.equal(last([instanceSpec(1, { held: 'internal' })]).steps, [
    'open 1 internalService',
    'wait operatorWorking',
  ]);
  assert.equal(last([instanceSpec(1, { held: 'sidecars' })], { sidecars: 'after' }).steps, [
    'dropLease java',
    'wait collector',
  ]);
});

test('an incomplete instance is held at first sight, before anything is settled', () => {
  const [first] = frozenLooks(worldWith([instanceSpec(1), instanceSpec(2, { missing: [4] })]), usualPolicy);
  assert.equal(words(first?.decision.steps ?? []), [
    'hold 2 internalService',
    'lease java',
    'wait operatorWorking',
  ]);
});

test('a stale pool behind a closed gate is nudged at the second look', () => {
  assert.equal(last([instanceSpec(1, stale), instanceSpec(2, stale)]).steps, [
    'nudge java',
    'wait operatorWorking',
  ]);
});

test('what is ready stays closed while a nudge is due', () => {
  const { steps } = last([instanceSpec(1, { held: 'internal' }), instanceSpec(2, stale)]);
  assert.equal(steps, ['nudge java', 'wait operatorWorking']);
});

test('a claim in flight holds the nudge up, and after half of the time the run gives up', () => {
  const claiming = instanceSpec(2, { claim: { by: 'inFlight', steps: 2 } });
  assert.equal(last([instanceSpec(1, stale), claiming]).steps, ['wait claimsInFlight']);
  const late = last([instanceSpec(1, stale), claiming], {}, { timeoutMs: 20_000 });
  assert.is(late.stuck, 'claimsInFlight');
});

test('so does a session that is gone and not yet collected', () => {
  const gone = instanceSpec(2, { claim: { by: 'gone', steps: 3 } });
  assert.equal(last([instanceSpec(1, stale), gone]).steps, ['wait claimsInFlight']);
});

test('a live session is guarded before the gate counts as closed', () => {
  const { steps } = last([instanceSpec(1, stale), instanceSpec(2, { claim: claimed })]);
  assert.equal(steps, ['complete 2 emailConfigMap', 'complete 2 proxyConfigMap', 'wait secondLook']);
});

test('a spent budget ends the run, with the gate closed', () => {
  const spent = last([instanceSpec(1, stale)], { nudges: 2 });
  assert.equal([spent.ending, spent.stuck], ['gaveUp', 'budgetSpent']);
  const open = last([instanceSpec(1, { made: 'stale' })], { nudges: 2 });
  assert.equal(open.steps, ['hold 1 internalService', 'wait secondLook'], 'closed first');
});

test('without permission the run looks, and says what it cannot do', () => {
  const seen = last([instanceSpec(1, stale)], {}, { mayWrite: false });
  assert.equal([seen.steps, seen.ending], [[], 'gaveUp']);
});

test('an operator that is not there is waited for, and not nudged', () => {
  for (const operator of ['absent', 'idle', 'rolling', 'stale'] as const)
    assert.equal(last([instanceSpec(1, stale)], {}, {}, { operator }).steps, ['wait operator'], operator);
});

test('an operator without eager start knows of no pool: nothing is nudged', () => {
  const { steps, stuck } = last([instanceSpec(1, stale)], {}, {}, { operator: 'noEagerStart' });
  assert.equal([steps, stuck], [['lease java'], 'nudgeInVain'], 'its gate is kept');
});

test('an AppDefinition that is being deleted is not renewed; what live sessions have is kept for them', () => {
  const live = instanceSpec(1, { claim: claimed });
  const { steps } = last([live, instanceSpec(2, { made: 'stale' })], { deleting: true });
  assert.equal(steps, ['complete 1 emailConfigMap', 'complete 1 proxyConfigMap', 'wait collector']);
  assert.equal(last([instanceSpec(1, stale)], { deleting: true }).steps, [
    'dropLease java',
    'wait collector',
  ]);
});

test('references to a Lease that is gone are waited for, not given up on', () => {
  const named = instanceSpec(1, { claim: { ...covered, covers: 'named' }, held: 'internal', heldBy: 'gone' });
  assert.equal(last([named], { lease: 'none' }).steps, ['wait collector']);
});

test('what comes to its end with our Lease alone is not waited for while the Lease is needed', () => {
  const lost = instanceSpec(1, { held: 'internal', missing: [5] });
  const left = instanceSpec(2, { held: 'internal', unowned: 1 });
  const { steps } = last([lost, left], { sidecars: 'after', minInstances: 1 }, { mayRestart: true });
  assert.ok(steps.includes('restartOperator java'), steps.join());
});

test('once the Lease is gone it is waited for: the collector has yet to come', () => {
  const left = instanceSpec(1, { held: 'internal', heldBy: 'gone', unowned: 1 });
  assert.equal(last([left], { lease: 'none' }).steps, ['wait becomingReady']);
});

test('a lost sidecar needs a restart: said where that is not allowed, done behind the gate where it is', () => {
  const lost = instanceSpec(1, { held: 'internal', missing: [5] });
  const other = instanceSpec(2, { held: 'internal' });
  assert.is(last([lost], { sidecars: 'after' }).stuck, 'needsRestart');
  assert.equal(last([lost, other], { sidecars: 'after' }, { mayRestart: true }).steps, [
    'restartOperator java',
    'wait operatorRestarting',
  ]);
});

test('a restart waits for the second look like a nudge: some operators reconcile at their start', () => {
  const lost = instanceSpec(1, { held: 'internal', missing: [5] });
  const looks = frozenLooks(worldWith([lost, instanceSpec(2)], { sidecars: 'after', lease: 'ours' }), {
    ...usualPolicy,
    mayRestart: true,
  });
  assert.equal(words(looks.at(-1)?.decision.steps ?? []), [
    'hold 2 internalService',
    'shield 2 sidecarDeployment',
    'wait secondLook',
  ]);
});

test('what is ready opens beside an instance that no pass mends', () => {
  const { steps } = last([instanceSpec(1, { held: 'internal' }), instanceSpec(2, { pod: 'bad' })]);
  assert.equal(steps, ['open 1 internalService', 'wait operatorWorking']);
});

test('what is ready opens at once while the pools have yet to settle', () => {
  const world = worldWith([instanceSpec(1, { held: 'internal' }), instanceSpec(2, stale)], { lease: 'ours' });
  const [first] = frozenLooks(world, usualPolicy);
  assert.equal(words(first?.decision.steps ?? []), ['open 1 internalService', 'wait operatorWorking']);
});

test('without permission a deletion is only watched', () => {
  const live = instanceSpec(1, { claim: claimed });
  assert.equal(last([live], { deleting: true }, { mayWrite: false }).steps, ['wait collector']);
});

test('a session that ends elsewhere does not keep an incomplete instance open to new ones', () => {
  const ending = instanceSpec(1, { claim: { by: 'ending', steps: 2 } });
  const [first] = frozenLooks(worldWith([ending, instanceSpec(2, { missing: [4] })]), usualPolicy);
  assert.ok(words(first?.decision.steps ?? []).includes('hold 2 internalService'));
});

test('a pod that can never start is given up on, and no canary is blamed where no batch waits for it', () => {
  const { ending, stuck } = last([instanceSpec(1, { pod: 'bad' })]);
  assert.equal([ending, stuck], ['gaveUp', 'nudgeInVain']);
});

test.run();
