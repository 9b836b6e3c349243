import { test } from 'uvu';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { fc } from '../harness/fast-check.ts';
import type { WorldSpec } from '../harness/world.ts';
import { covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { expectNone } from '../harness/world-expect.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { instanceOf, ownersOf } from '../harness/world-oracle.ts';
import { broken } from '../harness/world-promises.ts';
import { verifyRun } from '../harness/world-run.ts';
import { belongings, losses, mess } from '../harness/world-sessions-kept.ts';
import { type Stage, stageOf } from '../harness/world-stage.ts';
import { watchRun } from '../harness/world-watch.ts';

/** What somebody does to the AppDefinition while a run is at work on it. */
type Change = { minInstances: number } | { image: string } | 'delete' | 'again';

const changes = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 20_000 }),
    change: fc.oneof(
      fc.record({ minInstances: fc.integer({ min: 0, max: 7 }) }),
      fc.record({ image: fc.constantFrom('ide:7', 'ide:8') }),
      fc.constantFrom<Change>('delete', 'again'),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

const world: fc.Arbitrary<WorldSpec> = fc
  .record({
    held: fc.constantFrom('nothing', 'internal', 'whole'),
    sidecars: fc.constantFrom('none', 'none', 'after', 'before', 'workspace'),
    live: fc.subarray([1, 3, 5]),
  })
  .map(({ held, sidecars, live }) => {
    const instances = [1, 2, 3, 4, 5].map((id) =>
      instanceSpec(id, {
        made: 'stale',
        held: held as 'whole',
        ...(live.includes(id) ? { claim: covered, held: 'nothing' } : {}),
      }),
    );
    return worldWith(instances, {
      sidecars: sidecars as 'none',
      lease: held === 'nothing' ? 'none' : 'ours',
    });
  });

function release({ play: { store }, apply, install }: Stage, change: Change): void {
  const app = store.get('AppDefinition', 'java');
  if (change === 'delete') store.remove('AppDefinition', 'java');
  else if (change !== 'again') apply('java', (spec) => ({ ...spec, ...change }));
  else if (app === undefined) install('java', { image: 'ide:9', port: 3000, minInstances: 3, sidecars: [] });
}

/**
 * Scaled down below a session and up again: its parts have the names that a start of the operator would create, and the refusal
 * ends the pass that alone brings sidecars back, until the session ends (docs/theia-cloud.md#f4, #f13).
 */
function blocksStart({ apps }: WorldSpec, objects: readonly KubeObject[]): boolean {
  const isLeft = (object: KubeObject): boolean =>
    instanceOf(object) !== undefined && ownersOf(object).every(({ kind }) => kind === 'Session');
  return apps.some(({ sidecars }) => sidecars !== 'none') && objects.some(isLeft);
}

test('a release, a change of size or the end of an AppDefinition under a gate takes nothing and leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(world, changes, fc.integer({ min: 0, max: 1e6 }), async (spec, story, seed) => {
      const stage = stageOf(spec, seed);
      const { play } = stage;
      const before = belongings(play.store.all());
      for (const { after, change } of story) play.after(after, () => release(stage, change as Change));
      const policy = { ...usualPolicy, mayRestart: true };
      const { watch, found } = watchRun();
      await verifyRun(play, { policy, runId: 'run-1', watch });
      play.advance(30_000);
      const last = await verifyRun(play, { policy, runId: 'run-2', watch });
      play.advance(5000);
      const objects = play.store.all();
      expectNone([...found, ...losses(before, objects)]);
      // A session of the former AppDefinition keeps a pod that the new Service picks as well: there the gate stays closed.
      const again = story.some(({ change }) => change === 'again') && Object.keys(before).length > 0;
      if (again || blocksStart(spec, objects)) return;
      expectNone(last.ending === 'done' ? [] : [JSON.stringify(last.stuck), last.ending]);
      expectNone(mess(objects));
      expectNone(stage.apps().flatMap((app) => broken(app, objects, spec)));
    }),
    { numRuns: 300, includeErrorInReport: true },
  );
});

test.run();
