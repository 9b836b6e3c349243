// limit: 280 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { labGround } from '../harness/lab-ground.ts';
import { play } from '../harness/play.ts';
import { widthLimit } from '../harness/width-limit.ts';
import { cases } from './cases.ts';
import { partFor, pointsOf, sampleOf } from './points.ts';

/** Of the kill points that `npm run test:kills` tries all: these few, the same each time. */
const count = 8;
const seed = 7;

const every = cases.flatMap((kase) => pointsOf(kase.writes).map((point) => ({ kase, point })));
const limit = widthLimit(2);
const sample = suite('killed at a write, put right by the next run');

for (const { kase, point } of sampleOf(every, count, seed)) {
  const played = limit(() => play(partFor(kase, point), () => labGround()));
  sample(`${kase.name}: killed ${point.phase} write ${point.write}`, async () => {
    const { faults, runs, story } = await played;
    assert.equal(faults, [], `${faults.join('\n')}\n${story}`);
    assert.is(runs.get('killed')?.exit, 'SIGKILL', `the run ended before its write ${point.write}\n${story}`);
  });
}

sample.run();
