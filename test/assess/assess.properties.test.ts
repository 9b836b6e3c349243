// limit: 300 s
import { isDeepStrictEqual } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assess, type Looked } from '../../plugin/assess/assess.ts';
import type { AssessOptions } from '../../plugin/assess/context.ts';
import type { InstanceAssessment } from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { reasons } from '../../plugin/model/reasons.ts';
import { RunError } from '../../plugin/model/run-error.ts';
import type { Snapshot } from '../../plugin/model/snapshot.ts';
import { instanceStates } from '../../plugin/model/states.ts';
import { fromObjects } from '../../plugin/observe/from-objects.ts';
import { readObjects } from '../../plugin/observe/read-objects.ts';
import { buildReport } from '../../plugin/report/building/report.ts';
import { render } from '../../plugin/report/forms/render.ts';
import { facts } from '../harness/build.ts';
import { fc } from '../harness/fast-check.ts';
import { type WorldSpec, worlds } from '../harness/world.ts';
import { build } from '../harness/world-build.ts';
import { snapshotOf, usualAssess } from '../harness/world-look.ts';
import { namespace, worldStart } from '../harness/world-objects.ts';
import { broken } from '../harness/world-promises.ts';
import { deepFreeze, foreign, type Mutation, mutate, mutations } from './mutations.ts';

const numRuns = 1000;

const options: fc.Arbitrary<AssessOptions> = fc.record({
  apps: fc.constantFrom<string[]>([], [], ['java'], ['gone']),
  requireReady: fc.boolean(),
  requireSameDigest: fc.boolean(),
  requireOperatorCurrent: fc.boolean(),
  tellHarmBefore: fc.boolean(),
});

/** Two looks of one run: what the second remembers of the first is part of its input. */
function twice([one, other]: readonly [Snapshot, Snapshot], with_: AssessOptions): [Looked, Looked] {
  const first = assess(one, undefined, with_);
  return [first, assess(other, first.history, with_, new Set(['java-1-externalService-']))];
}

function snapshots(
  world: WorldSpec,
  list: readonly Mutation[],
  later: readonly Mutation[],
): [Snapshot, Snapshot] {
  const second = worldStart + 30_000;
  return [
    mutate(snapshotOf(build(world), worldStart), list),
    mutate(snapshotOf(build(world, second), second), later),
  ];
}

test('no JSON in any place of any object makes assess throw, and every reason can be said', () => {
  fc.assert(
    fc.property(worlds, mutations, mutations, options, (world, list, later, with_) => {
      const [first, { assessment }] = twice(snapshots(world, list, later), with_);
      const report = buildReport(first.assessment, assessment, facts());
      for (const form of ['text', 'json'] as const) render(report, form);
      for (const { args } of allReasons(assessment))
        for (const value of Object.values(args)) assert.match(typeof value, /^(string|number)$/);
    }),
    { numRuns },
  );
});

test('no JSON in place of whole fields makes assess throw, live or from a file', () => {
  const fields = fc.record(
    { metadata: foreign, spec: foreign, status: foreign, data: foreign, apiVersion: foreign },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(worlds, fc.array(fields, { minLength: 1, maxLength: 40 }), options, (world, list, with_) => {
      const odd = (objects: readonly KubeObject[]) =>
        objects.map((object, at) => ({ ...object, ...list[at % list.length] }) as KubeObject);
      const { objects, ...snapshot } = snapshotOf(build(world), worldStart);
      const lists = Object.entries(objects).map(([kind, each]) => [kind, odd(each)]);
      assess({ ...snapshot, objects: Object.fromEntries(lists) }, undefined, with_);
      const read = readText(JSON.stringify(odd(build(world))));
      if (read !== undefined) assess(fromObjects(read, namespace), undefined, with_);
    }),
    { numRuns },
  );
});

test('assess is a function: it changes none of its input and answers the same twice', () => {
  fc.assert(
    fc.property(worlds, fc.option(mutations, { freq: 2, nil: [] }), options, (world, list, with_) => {
      const input = deepFreeze(snapshots(world, list, list));
      const [one, other] = twice(input, deepFreeze(with_));
      deepFreeze(one);
      assert.ok(isDeepStrictEqual(twice(input, with_), [one, other]));
    }),
    { numRuns },
  );
});

test('where a pool is renewed or converged, nothing of its free instances fails', () => {
  let renewed = 0;
  let converged = 0;
  fc.assert(
    fc.property(worlds, options, (world, with_) => {
      const objects = build(world);
      const { assessment } = assess(snapshotOf(objects, worldStart), undefined, with_);
      for (const pool of assessment.pools) {
        const free = pool.instances.filter(({ state }) => instanceStates[state].free);
        if (pool.renewed) {
          renewed += 1;
          assert.equal(
            free.flatMap((each) => failing(each)).filter((code) => !byStamp(code)),
            [],
          );
          for (const each of free) assert.equal(each.missing, []);
        }
        if (!pool.converged) continue;
        converged += 1;
        assert.ok(pool.renewed);
        assert.equal(pool.instances.flatMap(failing), []);
        const kept = pool.instances.some(({ hold }) => hold === 'kept');
        if (with_.requireReady && !kept) assert.equal(faults(pool.app, objects, world), []);
      }
    }),
    { numRuns: 3 * numRuns },
  );
  assert.ok(renewed > 50 && converged > 50, `${renewed} renewed, ${converged} converged`);
});

test('a pool that is all right by every promise is called converged', () => {
  let right = 0;
  fc.assert(
    fc.property(worlds, (world) => {
      const objects = build(world);
      const { assessment } = assess(snapshotOf(objects, worldStart), undefined, usualAssess);
      for (const pool of assessment.pools) {
        const held = pool.instances.some(({ state, hold }) => state === 'claimed' && hold !== 'open');
        const deleting = pool.app.metadata.deletionTimestamp !== undefined;
        const former = world.apps.some((each) => each.former.length > 0);
        if (held || deleting || former || faults(pool.app, objects, world).length > 0) continue;
        right += 1;
        assert.ok(
          pool.converged,
          JSON.stringify(pool.reasons.concat(pool.instances.flatMap((each) => each.reasons))),
        );
      }
    }),
    { numRuns: 3 * numRuns },
  );
  assert.ok(right > 50, `${right} pools were all right`);
});

/** What keeps a pool from the promises of docs/architecture.md#promises, by an oracle of its own. A Lease alone keeps nobody away. */
function faults(app: KubeObject, objects: readonly KubeObject[], world: WorldSpec): string[] {
  return broken(app, objects, world).filter((line) => line !== 'our Lease is left');
}

/** The objects of a file, or undefined where it is refused in one clear line. */
function readText(text: string): KubeObject[] | undefined {
  try {
    return readObjects(text, 'file.json');
  } catch (error) {
    assert.instance(error, RunError);
    return undefined;
  }
}

function failing({ reasons: list }: InstanceAssessment): (keyof typeof reasons)[] {
  return list.map(({ code }) => code).filter((code) => reasons[code].exit !== 0);
}

function byStamp(code: keyof typeof reasons): boolean {
  return reasons[code].remedy === 'open';
}

function allReasons({ reasons: own, operator, pools, sessions }: Looked['assessment']) {
  return [
    ...own,
    ...operator.reasons,
    ...sessions.flatMap((each) => each.reasons),
    ...pools.flatMap((pool) => [...pool.reasons, ...pool.instances.flatMap((each) => each.reasons)]),
  ];
}

test.run();
