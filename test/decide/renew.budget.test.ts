import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { annotations } from '../../plugin/theia/labels.ts';
import { covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { build } from '../harness/world-build.ts';
import type { InstanceSpec } from '../harness/world-instance.ts';
import { stamp, worldStart } from '../harness/world-objects.ts';
import { renewing } from './renewing.ts';

const minute = 60_000;
const nudgedAt = worldStart - 10 * minute;

/** Number of the next nudge after `mark` behind a closed gate, with instances whose parts were made at `made`. */
function next(
  mark: string,
  instances: InstanceSpec[],
  made: number | ((object: KubeObject) => number) = nudgedAt - minute,
  now = worldStart,
): number {
  const shut = instances.map((each) =>
    each.claim.by === 'none' ? { ...each, held: 'internal' as const } : each,
  );
  const objects = build(worldWith(shut, { lease: 'ours' })).map((object): KubeObject => {
    const { metadata } = object;
    if (object.kind === 'AppDefinition')
      return { ...object, metadata: { ...metadata, annotations: { [annotations.nudge]: mark } } };
    const age = typeof made === 'number' ? made : made(object);
    return { ...object, metadata: { ...metadata, creationTimestamp: stamp(age) } };
  });
  const nudge = renewing(objects, now).steps.find(({ step }) => step === 'nudge');
  if (nudge?.step !== 'nudge') throw new Error('no nudge');
  return nudge.count;
}

const at = (generation: number, count: number, ms = nudgedAt): string =>
  `${generation}/${count}/${new Date(ms).toISOString()}`;
const stale = [instanceSpec(1, { made: 'stale' })];

test('a nudge without progress counts, one after another', () => {
  assert.is(next(at(2, 1), stale), 2);
  assert.is(next(at(2, 7), stale), 8);
});

test('without a mark, or with one that nobody can read, it is the first', () => {
  for (const mark of ['', 'yes', '2/1', '2/x/2026-11-30T09:50:00Z', '2/1/yesterday'])
    assert.is(next(mark, stale), 1, mark);
});

test('another generation and an hour begin anew', () => {
  assert.is(next(at(1, 2), stale), 1);
  assert.is(next(at(2, 2), stale, nudgedAt, nudgedAt + 60 * minute), 3);
  assert.is(next(at(2, 2), stale, nudgedAt, nudgedAt + 60 * minute + 1), 1);
});

test('a time that lies further ahead than an hour is nobody s', () => {
  assert.is(next(at(2, 2, worldStart + 61 * minute), stale), 1);
  assert.is(next(at(2, 2, worldStart + minute), stale), 3);
});

test('an instance that needs no pass any more is progress, if it was made since', () => {
  const pool = [instanceSpec(1), instanceSpec(2, { made: 'stale' })];
  assert.is(next(at(2, 2), pool, nudgedAt), 1);
  assert.is(next(at(2, 2), pool, nudgedAt - 1000), 3);
});

test('times are whole seconds: a part made in the second of the nudge counts', () => {
  const mark = at(2, 2, nudgedAt + 900);
  assert.is(next(mark, [instanceSpec(1), instanceSpec(2, { made: 'stale' })], nudgedAt), 1);
});

test('parts that were made anew and are as wrong as before are none', () => {
  assert.is(
    next(at(2, 1), [instanceSpec(1, { made: 'stale' }), instanceSpec(2, { residue: 'list' })], nudgedAt),
    2,
  );
});

test('an instance that a session took since it was made anew is', () => {
  const pool = [instanceSpec(1, { claim: covered }), instanceSpec(2, { made: 'stale' })];
  assert.is(next(at(2, 2), pool, nudgedAt), 1);
});

test('a spent budget is no nudge, and says how much was allowed', () => {
  const objects = build(
    worldWith([instanceSpec(1, { made: 'stale', held: 'internal' })], { lease: 'ours', nudges: 2 }),
  );
  const { steps, state, reason } = renewing(objects, worldStart, { maxNudges: 2 });
  assert.equal([steps, state, reason?.code], [[], 'stuck', 'budgetSpent']);
  assert.equal(reason?.args, { count: 2, max: 2, generation: 2 });
});

test('a session that took an old instance is no progress, whatever else of it is young', () => {
  const instances = [instanceSpec(1, { claim: covered }), instanceSpec(2, { made: 'stale' })];
  const made = ({ kind }: KubeObject): number => (kind === 'ConfigMap' ? nudgedAt : nudgedAt - minute);
  assert.is(next(at(2, 2), instances, made), 3);
});

test('a run counts the nudges that it sends', () => {
  const shut = instanceSpec(1, { made: 'stale', held: 'internal' });
  assert.is(renewing(build(worldWith([shut], { lease: 'ours' })), worldStart).memory.nudges, 1);
});

test.run();
