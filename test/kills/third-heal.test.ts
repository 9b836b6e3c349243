// limit: 480 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resources } from '../../plugin/lab/api/resources.ts';
import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { labGround } from '../harness/lab-ground.ts';
import { onStage } from '../harness/play.ts';
import type { Step } from '../harness/scenario.ts';
import { nudgesOf, prepare, reportedRun, type Stage } from '../harness/stage.ts';
import { takeSteps } from '../harness/steps.ts';
import { missedRelease } from '../harness/usual-steps.ts';

const given = { apps: [{ name: 'java', min: 3 }] };
const day = 86_400_000;
const verify = (as: string): Step => ({
  do: 'warmgate',
  args: ['verify', '--settle', '4s', '--timeout', '3m'],
  as,
});
const lost: Step = { do: 'deletePart', app: 'java', id: 2, part: 'deployment' };

test('a generation is healed as often as it breaks, within one hour and weeks later, with one nudge each', async () => {
  const begin = Date.parse('2026-03-02T08:00:00Z');
  const healedThrice = await later(begin, [], async (stage) => {
    await prepare(stage);
    for (const as of ['one', 'two', 'three']) {
      await takeSteps(stage, [lost, verify(as)]);
      healed(stage, as);
    }
  });
  await later(begin + 27 * day, healedThrice, async (stage) => {
    await stage.operator.whenQuiet();
    await takeSteps(stage, [lost, verify('heal')]);
    healed(stage, 'heal');
  });
});

test('a budget that was spent in vain is whole again an hour later', async () => {
  const begin = Date.parse('2026-03-02T08:00:00Z');
  const stale = await later(begin, [], async (stage) => {
    await prepare(stage);
    await takeSteps(stage, [
      ...missedRelease('java', '1.1.0'),
      // It can delete nothing, so it renews nothing.
      { do: 'fault', rule: { user: 'operator', verb: 'delete', fault: { type: 'status', code: 500 } } },
      verify('in vain'),
      verify('again'),
    ]);
    assert.equal([reportedRun(stage, 'in vain').exit, nudgesOf(stage, 'in vain')], [1, 2]);
    assert.equal([reportedRun(stage, 'again').exit, nudgesOf(stage, 'again')], [1, 0]);
  });
  await later(begin + 2 * 3_600_000, stale, async (stage) => {
    await stage.operator.whenQuiet();
    await takeSteps(stage, [verify('heal')]);
    healed(stage, 'heal');
  });
});

/** A lab whose clock begins then, with what another one left; gives all that it holds at the end. */
async function later(
  start: number,
  objects: readonly KubeObject[],
  story: (stage: Stage) => Promise<void>,
): Promise<KubeObject[]> {
  return onStage(await labGround({}, { start, objects }), given, async (stage) => {
    await story(stage);
    const kinds = resources.map(({ kind }) => kind as Kind).filter((kind) => kind !== ('Namespace' as Kind));
    return (await Promise.all(kinds.map((kind) => stage.ground.hands.list(kind)))).flat();
  });
}

function healed(stage: Stage, as: string): void {
  const run = reportedRun(stage, as);
  assert.is(run.exit, 0, `${run.report.verdict}\n${run.stderr}`);
  assert.is(nudgesOf(stage, as), 1, run.stderr);
  assert.equal(stage.wrong, []);
}

test.run();
