import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Decision, noMemory } from '../../plugin/decide/decision.ts';
import { decideVerify } from '../../plugin/decide/verify.ts';
import type { AppSpec, WorldSpec } from '../harness/world.ts';
import { covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { decided, judged, words } from '../harness/world-decided.ts';
import { type FrozenLook, frozenLooks, usualPolicy } from '../harness/world-frozen.ts';

const stale = instanceSpec(1, { made: 'stale', held: 'internal' });
const lost = instanceSpec(1, { held: 'internal', missing: [5] });

function worldOf(...apps: Partial<AppSpec>[]): WorldSpec {
  const all = apps.flatMap((app) => worldWith(app.instances ?? [], { lease: 'ours', ...app }).apps);
  return { ...worldWith([]), apps: all };
}

test('a pinned generation or image that is another one ends the run before any write', () => {
  const world = worldOf({ instances: [stale] });
  const generation = decided(world, { expectGeneration: 3 });
  assert.equal([generation.ending, generation.decision.steps], ['pinned', []]);
  assert.ok(generation.decision.end);
  assert.equal(generation.stuck.java?.args, { what: 'generation', expected: 3, found: 2 });
  const image = decided(world, { expectImages: { java: 'other:1' } });
  assert.is(image.ending, 'pinned');
  const right = decided(world, {
    expectGeneration: 2,
    expectImages: { java: 'registry.example.test/java:2' },
  });
  assert.is(right.ending, undefined);
});

test('a pool that is stuck does not end the run while another is at work', () => {
  const world = worldOf(
    { name: 'java', instances: [stale], nudges: 2, lease: 'expired' },
    { name: 'python', instances: [stale] },
  );
  const { decision, ending } = decided(world);
  assert.is(ending, undefined);
  assert.equal(
    words(decision.steps),
    ['lease java', 'nudge python', 'wait operatorWorking'],
    'its gate is kept',
  );
});

test('two stuck pools end it at the same look', () => {
  const spent = { instances: [stale], nudges: 2 };
  const { ending, stuck } = decided(worldOf({ name: 'java', ...spent }, { name: 'python', ...spent }));
  assert.is(ending, 'gaveUp');
  assert.equal([stuck.java?.code, stuck.python?.code], ['budgetSpent', 'budgetSpent']);
});

test('at the deadline the run ends, whatever it was about to do: its gate is kept, nothing is nudged', () => {
  const { decision, ending } = decided(worldOf({ instances: [stale] }), { timeoutMs: 14_500 });
  assert.equal([ending, words(decision.steps)], ['timedOut', ['lease java']]);
});

test('a list is mended whatever the pools need, and ends no run before it is', () => {
  const mended = instanceSpec(1, { claim: { ...covered, list: 'empty' } });
  const [first] = frozenLooks(worldOf({ instances: [mended], lease: 'none' }), usualPolicy);
  assert.is(first?.decision.memory?.ending, undefined);
  assert.equal(words(first?.decision.steps ?? []), ['mend 1 emailConfigMap']);
});

test('a restart and a nudge never go out together: the restart would kill the pass', () => {
  const world = worldOf(
    { name: 'java', instances: [stale] },
    { name: 'python', instances: [lost], sidecars: 'after' },
  );
  const { decision } = decided(world, { mayRestart: true });
  assert.equal(words(decision.steps), ['nudge java', 'wait operatorWorking']);
});

test('one restart serves all pools that need it, and waits until each is ready for it', () => {
  const needs: Partial<AppSpec> = { instances: [lost], sidecars: 'after' };
  const both = decided(worldOf({ name: 'java', ...needs }, { name: 'python', ...needs }), {
    mayRestart: true,
  });
  assert.is(both.decision.steps.filter(({ step }) => step === 'restartOperator').length, 1);
  assert.is(both.decision.memory?.restartedAt, both.assessment.now);
  const open = { ...needs, instances: [lost, instanceSpec(2)] };
  const one = decided(worldOf({ name: 'java', ...needs }, { name: 'python', ...open }), { mayRestart: true });
  assert.not(one.decision.steps.some(({ step }) => step === 'restartOperator'));
});

test('of all pools that wait the shortest wait counts, after all writes', () => {
  const world = worldOf(
    { name: 'java', instances: [instanceSpec(1, { held: 'internal' })] },
    { name: 'python', instances: [instanceSpec(1, { pod: 'starting' })], lease: 'none' },
  );
  const { decision } = decided(world);
  assert.equal(
    decision.steps.map(({ step }) => step),
    ['open', 'wait'],
  );
});

/** The decision at the look after the last writes. */
function afterLast({ now, decision }: FrozenLook, last = now.last): Decision {
  const { memory = now.memory, findings = now.findings } = decision;
  return decideVerify({ ...now, last, memory, findings, looks: now.looks + 1 });
}

const codes = ({ findings = [] }: Decision): string[] => findings.map(({ reason }) => reason.code);

test('the last writes go out once; the look after them ends the run, with what was left and why', () => {
  const look = decided(worldOf({ instances: [stale], nudges: 2, lease: 'expired' }));
  assert.equal([words(look.decision.steps), look.decision.end], [['lease java'], undefined]);
  assert.equal(codes(look.decision), ['gateKept']);
  const end = afterLast(look);
  assert.equal([end.steps, end.end], [[], true]);
  assert.equal(codes(end), ['gateKept', 'budgetSpent']);
});

test('a deadline is said, and what a reader must know of the way', () => {
  const look = decided(worldOf({ instances: [stale] }), { timeoutMs: 14_500 });
  const { java } = look.decision.memory?.pools ?? {};
  if (java === undefined) throw new Error('nothing remembered');
  const pools = { java: { ...java, firstGeneration: 1 } };
  const decision = { ...look.decision, memory: { ...(look.decision.memory ?? noMemory), pools } };
  assert.equal(codes(afterLast({ ...look, decision })), ['gateKept', 'timedOut', 'targetMoved']);
});

test('a session that comes during the last writes of a converged run is waited for', () => {
  const world = worldWith([instanceSpec(1, { claim: covered }), instanceSpec(2)]);
  const [look] = frozenLooks(world, usualPolicy);
  if (look === undefined) throw new Error('no look');
  const coming = worldWith([instanceSpec(1, { claim: covered }), instanceSpec(2, { pod: 'starting' })]);
  const went = afterLast(look, judged(coming));
  assert.equal([went.end, words(went.steps)], [undefined, ['wait operator']]);
  assert.is(went.memory?.ending, undefined);
  assert.ok(afterLast(look).end);
});

test('a pool that is stuck holds up no restart that another needs', () => {
  const world = worldOf(
    { name: 'java', instances: [lost], sidecars: 'after' },
    { name: 'python', instances: [stale], nudges: 2 },
  );
  const { decision } = decided(world, { mayRestart: true });
  assert.ok(words(decision.steps).includes('restartOperator java'), words(decision.steps).join());
});

test.run();
