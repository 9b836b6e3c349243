import { test } from 'uvu';
import { fc } from '../harness/fast-check.ts';
import { type WorldSpec, worlds } from '../harness/world.ts';
import { claimed, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { expectNone } from '../harness/world-expect.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { broken } from '../harness/world-promises.ts';
import { recoverable } from '../harness/world-recoverable.ts';
import { verifyRun } from '../harness/world-run.ts';
import { belongings, losses, mess } from '../harness/world-sessions-kept.ts';
import { stageOf } from '../harness/world-stage.ts';
import { watchRun } from '../harness/world-watch.ts';

const policy = { ...usualPolicy, mayRestart: true };

/** A run is killed just before its `killAt`th write, another one comes some seconds later: all must be well. */
async function killed(world: WorldSpec, seed: number, killAt: number): Promise<void> {
  const stage = stageOf(world, seed);
  const { play } = stage;
  const before = belongings(play.store.all());
  const { watch, found } = watchRun();
  await verifyRun(play, { policy, runId: 'run-1', killAt, watch });
  play.advance(play.between(0, 8000));
  const second = watchRun();
  const { ending, stuck } = await verifyRun(play, { policy, runId: 'run-2', watch: second.watch });
  play.advance(4000);
  const objects = play.store.all();
  const about = `killed before write ${killAt}, seed ${seed}`;
  expectNone([...found, ...second.found], about);
  expectNone(ending === 'done' ? [] : [JSON.stringify({ ending, stuck })], about);
  expectNone(
    stage.apps().flatMap((app) => broken(app, objects, world)),
    about,
  );
  expectNone([...mess(objects), ...losses(before, objects)], about);
}

async function writesOf(world: WorldSpec, seed: number): Promise<number> {
  const { cluster } = await verifyRun(stageOf(world, seed).play, { policy, runId: 'run-0' });
  return cluster.writes.length;
}

test('the incident heals whichever write a run was killed before, and nothing of ours is left', async () => {
  for (const sidecars of ['none', 'after', 'before', 'workspace'] as const) {
    const stale = [3, 4, 5, 6].map((id) => instanceSpec(id, { made: 'stale' }));
    const live = [1, 2].map((id) => instanceSpec(id, { made: 'stale', claim: claimed }));
    const world = worldWith([...live, ...stale], { sidecars });
    const writes = await writesOf(world, 7);
    expectNone(writes > 10 ? [] : [`${writes} writes are too few`]);
    for (let killAt = 1; killAt <= writes; killAt += 1) await killed(world, 7, killAt);
  }
});

test('any world that can be put right heals after a kill at any write', async () => {
  await fc.assert(
    fc.asyncProperty(
      worlds,
      fc.integer({ min: 0, max: 1e6 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      async (raw, seed, at) => {
        const world = recoverable(raw);
        const writes = await writesOf(world, seed);
        for (const each of new Set(at.map((one) => 1 + (one % Math.max(1, writes)))))
          await killed(world, seed, each);
      },
    ),
    { numRuns: 100, includeErrorInReport: true },
  );
});

test.run();
