import { test } from 'uvu';
import { fc } from '../harness/fast-check.ts';
import { worlds } from '../harness/world.ts';
import { expectNone } from '../harness/world-expect.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { broken } from '../harness/world-promises.ts';
import { recoverable } from '../harness/world-recoverable.ts';
import { verifyRun } from '../harness/world-run.ts';
import { belongings, losses, mess } from '../harness/world-sessions-kept.ts';
import { stageOf } from '../harness/world-stage.ts';

const seeds = fc.integer({ min: 0, max: 1_000_000 });

test('every world that can be put right without a person is, and nothing of ours is left', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, seeds, fc.boolean(), async (raw, seed, batches) => {
      const world = recoverable(raw);
      const stage = stageOf(world, seed);
      const { play } = stage;
      const before = belongings(play.store.all());
      const policy = { ...usualPolicy, mayRestart: true, ...(batches ? { batch: { count: 2 } } : {}) };
      const { ending, stuck } = await verifyRun(play, { policy, runId: 'run-test' });
      expectNone(ending === 'done' ? [] : [JSON.stringify({ ending, stuck })]);
      play.advance(4000);
      const objects = play.store.all();
      expectNone(stage.apps().flatMap((app) => broken(app, objects, world)));
      expectNone(mess(objects));
      expectNone(losses(before, objects));
    }),
    { numRuns: 1000, includeErrorInReport: true },
  );
});

test.run();
