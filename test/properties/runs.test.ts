import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Policy } from '../../plugin/decide/policy.ts';
import { fc } from '../harness/fast-check.ts';
import { worlds } from '../harness/world.ts';
import { expectNone } from '../harness/world-expect.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { verifyRun } from '../harness/world-run.ts';
import { stageOf } from '../harness/world-stage.ts';
import { watchRun } from '../harness/world-watch.ts';

const seeds = fc.integer({ min: 0, max: 1_000_000 });
const numRuns = 1000;

const policies: fc.Arbitrary<Policy> = fc
  .record({
    batch: fc.constantFrom(undefined, undefined, { count: 1 }, { percent: 50 }),
    mayRestart: fc.boolean(),
    onFailure: fc.constantFrom('auto', 'open', 'closed'),
    refresh: fc.constantFrom(false, false, true),
  })
  .map(({ batch, ...more }) => ({
    ...usualPolicy,
    ...more,
    timeoutMs: 45_000,
    ...(batch === undefined ? {} : { batch }),
  })) as fc.Arbitrary<Policy>;

test('whatever the world, a run takes nothing from a session and starts no pass before the second look', async () => {
  let passes = 0;
  await fc.assert(
    fc.asyncProperty(worlds, policies, seeds, async (world, policy, seed) => {
      const stage = stageOf(world, seed);
      const { watch, found } = watchRun();
      const run = await verifyRun(stage.play, { policy, runId: 'run-test', watch });
      passes += run.cluster.writes.filter(({ kind }) => kind === 'AppDefinition').length;
      expectNone(found);
      for (const { before, after, body } of run.cluster.writes) {
        if (before === undefined || after === undefined || !('ownerReferences' in metadataOf(body))) continue;
        const kinds = (after.metadata.ownerReferences ?? []).map(({ kind }) => kind);
        assert.ok(
          kinds.includes('AppDefinition') || kinds.includes('Session'),
          `${after.metadata.name} bare`,
        );
      }
    }),
    { numRuns, includeErrorInReport: true },
  );
  assert.ok(passes > numRuns / 10, `only ${passes} nudges`);
});

function metadataOf(body: object): object {
  return (body as { metadata?: object }).metadata ?? {};
}

test.run();
