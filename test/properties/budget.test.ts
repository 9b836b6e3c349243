import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { imageOf } from '../../plugin/theia/app-definition.ts';
import { readNudge } from '../../plugin/theia/nudge-mark.ts';
import { fc } from '../harness/fast-check.ts';
import { instanceSpec, worldWith } from '../harness/world-acting.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { verifyRun } from '../harness/world-run.ts';
import { type Stage, stageOf } from '../harness/world-stage.ts';

const hour = 3_600_000;

/** What happens to a pool that no pass puts right: a run that forgets everything at its end, time, a new generation. */
type Event = { run: number } | { minutes: number } | 'release';

const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ run: fc.constantFrom(1, 2, 3) }) },
    { weight: 3, arbitrary: fc.record({ minutes: fc.integer({ min: 1, max: 70 }) }) },
    { weight: 1, arbitrary: fc.constant<Event>('release') },
  ),
  { minLength: 2, maxLength: 6 },
);

interface Nudge {
  at: number;
  generation: number;
  max: number;
}

async function play(stage: Stage, story: readonly Event[]): Promise<Nudge[]> {
  const nudges: Nudge[] = [];
  for (const event of story) {
    if (event === 'release') stage.apply('java', (spec) => ({ ...spec, image: `${spec.image}x` }));
    else if ('minutes' in event) stage.play.advance(event.minutes * 60_000);
    else {
      const policy = { ...usualPolicy, maxNudges: event.run };
      const { cluster } = await verifyRun(stage.play, { policy, runId: `run-${stage.play.store.version()}` });
      for (const { kind, after, at } of cluster.writes) {
        const mark = kind === 'AppDefinition' && after !== undefined ? readNudge(after) : undefined;
        if (mark !== undefined) nudges.push({ at, generation: mark.generation, max: event.run });
      }
    }
  }
  return nudges;
}

/** No more nudges of one generation within an hour than the run that sent the last of them was allowed. */
function assertWithin(nudges: readonly Nudge[]): void {
  for (const last of nudges) {
    const within = nudges.filter(
      ({ at, generation }) => generation === last.generation && at <= last.at && last.at - at < hour,
    );
    assert.ok(within.length <= last.max, `${within.length} nudges at generation ${last.generation}`);
  }
}

const stale = [1, 2].map((id) => instanceSpec(id, { made: 'stale' }));

test('an operator that does nothing is nudged no oftener than allowed, however many runs forget each other', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(events, fc.integer({ min: 0, max: 1e6 }), async (story, seed) => {
      const nudges = await play(stageOf(worldWith(stale), seed, { deaf: true }), story);
      sent += nudges.length;
      assertWithin(nudges);
    }),
    { numRuns: 150, includeErrorInReport: true },
  );
  assert.ok(sent > 150, `only ${sent} nudges`);
});

test('parts that are made anew and are as wrong as before are no progress', async () => {
  await fc.assert(
    fc.asyncProperty(events, fc.integer({ min: 0, max: 1e6 }), async (story, seed) => {
      const stage = stageOf(worldWith(stale), seed);
      rewriteImages(stage);
      assertWithin(await play(stage, story));
    }),
    { numRuns: 60, includeErrorInReport: true },
  );
});

test('a new generation, an hour and progress each give the budget back', async () => {
  const spent = async (stage: Stage, story: Event[]): Promise<number> => (await play(stage, story)).length;
  const deaf = () => stageOf(worldWith(stale), 1, { deaf: true });
  assert.is(await spent(deaf(), [{ run: 2 }, { run: 2 }]), 2);
  assert.is(await spent(deaf(), [{ run: 2 }, 'release', { run: 2 }]), 4);
  assert.is(await spent(deaf(), [{ run: 2 }, { minutes: 61 }, { run: 2 }]), 4);
  const healed = stageOf(worldWith(stale, { nudges: 2 }), 1);
  assert.is(await spent(healed, [{ run: 2 }]), 0, 'spent ten minutes ago');
  const third = stageOf(worldWith(stale), 1);
  for (let round = 0; round < 3; round += 1) {
    assert.is(await spent(third, [{ run: 1 }]), 1, `healed for the ${round + 1}. time`);
    const { store } = third.play;
    const id = 1 + (round % 2);
    const lost = store.list('Deployment').find(({ metadata }) => metadata.name.startsWith(`instance-${id}`));
    if (lost !== undefined) store.remove('Deployment', lost.metadata.name);
    third.play.advance(20_000);
  }
});

/** An admission hook that has its own idea of where images come from: no controller sees a Deployment before it. */
function rewriteImages({ play: { store, after }, apps }: Stage): void {
  const rewrite = (name: string): void => {
    const [app] = apps();
    const found = store.get('Deployment', name);
    if (found === undefined || app === undefined) return;
    const image = imageOf(app);
    const text = JSON.stringify(found).replaceAll(`"${image}"`, `"mirror/${image}"`);
    store.put(JSON.parse(text));
  };
  store.cluster.store.subscribe(({ type, kind, object }) => {
    if (type === 'ADDED' && kind === 'Deployment') after(0, () => rewrite(object.metadata.name));
  });
}

test.run();
