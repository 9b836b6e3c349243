import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fc } from '../harness/fast-check.ts';
import { claimed, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { expectNone } from '../harness/world-expect.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { broken } from '../harness/world-promises.ts';
import { runTogether, verifyRun } from '../harness/world-run.ts';
import { belongings, losses, mess } from '../harness/world-sessions-kept.ts';
import { type Stage, stageOf } from '../harness/world-stage.ts';
import { watchRun } from '../harness/world-watch.ts';

/** A stale pool with a live session, into which `count` sessions come `gap` ms apart, from `first` on. */
const arrivals = fc.record({
  seed: fc.integer({ min: 0, max: 1e6 }),
  first: fc.integer({ min: 0, max: 16_000 }),
  gap: fc.integer({ min: 60, max: 1500 }),
  count: fc.integer({ min: 1, max: 10 }),
  sidecars: fc.constantFrom('none', 'none', 'after', 'before', 'workspace'),
});

type Arrivals = typeof arrivals extends fc.Arbitrary<infer T> ? T : never;

function staged({ seed, first, gap, count, sidecars }: Arrivals): Stage {
  const stale = [2, 3, 4, 5, 6].map((id) => instanceSpec(id, { made: 'stale' }));
  const live = instanceSpec(1, { made: 'stale', claim: claimed });
  const stage = stageOf(worldWith([live, ...stale], { sidecars } as object), seed);
  for (let at = 0; at < count; at += 1)
    stage.play.after(first + at * gap, () => stage.session(`ws-${at}`, 'java'));
  return stage;
}

function failed({ play }: Stage): string[] {
  return play.store
    .list('Session')
    .filter(({ status }) => status?.operatorStatus !== 'HANDLED')
    .map(({ metadata, status }) => `${metadata.name} is ${status?.operatorStatus}`);
}

test('sessions that start at any moment of a renewal work, old ones and new ones', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (how) => {
      const stage = staged(how);
      const { play } = stage;
      const before = belongings(play.store.all());
      const { watch, found } = watchRun();
      const { ending, assessment } = await verifyRun(play, { policy: usualPolicy, runId: 'run-test', watch });
      play.advance(20_000);
      const objects = play.store.all();
      expectNone(found);
      expectNone(ending === 'done' ? [] : [ending]);
      expectNone(failed(stage));
      expectNone(assessment.sessions.filter(({ outcome }) => outcome === 'harmed').map(({ name }) => name));
      expectNone([...losses(before, objects), ...mess(objects)]);
      expectNone(stage.apps().flatMap((app) => broken(app, objects, stage.world)));
    }),
    { numRuns: 300, includeErrorInReport: true },
  );
});

test('the same world breaks sessions when it is nudged without a gate: it is not too kind', () => {
  let broken = 0;
  for (const how of fc.sample(arrivals, { numRuns: 30, seed: 1 })) {
    const stage = staged({ ...how, count: 10, gap: 300 });
    const { play } = stage;
    const before = belongings(play.store.all());
    const nudge = (): void => {
      const [app] = stage.apps();
      if (app !== undefined)
        play.store.replace({ ...app, metadata: { ...app.metadata, annotations: { a: 'b' } } }, 'me');
    };
    play.after(how.first + 1000, nudge);
    play.advance(40_000);
    broken += failed(stage).length + losses(before, play.store.all()).length;
  }
  assert.ok(broken > 10, `${broken} broken`);
});

test('other people s writes to the AppDefinition meanwhile do not lead a pass past the gate', async () => {
  const pokes = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(arrivals, pokes, fc.boolean(), async (how, at, spec) => {
      const stage = staged({ ...how, sidecars: 'none' });
      const { play } = stage;
      for (const ms of at)
        play.after(ms, () => stage.apply('java', (old) => (spec ? { ...old, timeout: ms } : old)));
      const { watch, found } = watchRun();
      const { ending } = await verifyRun(play, { policy: usualPolicy, runId: 'run-test', watch });
      play.advance(5000);
      expectNone(found);
      // An unguarded pass fails claims that are under way, and what those leave is for a person.
      if (failed(stage).length > 0) return;
      expectNone(ending === 'done' ? [] : [ending]);
      expectNone(mess(play.store.all()));
    }),
    { numRuns: 150, includeErrorInReport: true },
  );
});

test('two runs at once end in one converged pool, without a nudge more than one would need', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (how) => {
      const stage = staged({ ...how, count: 2 });
      const { play } = stage;
      const before = belongings(play.store.all());
      const both = ['run-1', 'run-2'].map((runId) => ({ runId, policy: usualPolicy, ...watchRun() }));
      const ended = await runTogether(play, both);
      play.advance(5000);
      const objects = play.store.all();
      for (const { found } of both) expectNone(found);
      expectNone(
        ended
          .filter(({ ending }) => ending !== 'done')
          .map(({ ending, stuck }) => `${ending} ${JSON.stringify(stuck)}`),
      );
      const nudges = ended
        .flatMap(({ cluster }) => cluster.writes)
        .filter(({ kind }) => kind === 'AppDefinition');
      assert.ok(nudges.length <= 2, `${nudges.length} nudges`);
      expectNone([...losses(before, objects), ...mess(objects), ...failed(stage)]);
      expectNone(stage.apps().flatMap((app) => broken(app, objects, stage.world)));
    }),
    { numRuns: 40, includeErrorInReport: true },
  );
});

test.run();
