// limit: 240 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { judge } from '../harness/judge.ts';
import { labGround } from '../harness/lab-ground.ts';
import { onStage } from '../harness/play.ts';
import type { Given } from '../harness/scenario.ts';
import { nudgesOf, prepare, reportedRun, type Stage } from '../harness/stage.ts';
import { takeSteps } from '../harness/steps.ts';
import { missedRelease, newImage } from '../harness/usual-steps.ts';

const given: Given = { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] };
const args = ['verify', '--settle', '4s', '--timeout', '10m'];
const missed = missedRelease('java', '1.1.0');
const rolledBack = newImage('java', '1.0.0');

/** Writes of verify: Lease, three holds, two parts of the claim, the nudge, three times an instance opened. */
for (const [moment, write] of [
  ['the gate is being closed', 3],
  ['the pool was nudged', 7],
  ['instances are being opened', 9],
] as const) {
  test(`rolled back while ${moment}: the old image under its new generation is the target, and reached`, async () => {
    await onStage(await labGround(), given, async (stage) => {
      await prepare(stage);
      await takeSteps(stage, [...missed, { do: 'warmgate', args, at: [{ write, steps: [rolledBack] }] }]);
      await converged(stage, ['verify']);
      const codes: string[] = reportedRun(stage, 'verify').report.pools.flatMap(({ reasons }) =>
        reasons.map(({ code }) => code),
      );
      assert.ok(codes.includes('targetMoved'), codes.join(', '));
      assert.ok(nudgesOf(stage, 'verify') <= 2, `${nudgesOf(stage, 'verify')} nudges`);
    });
  });
}

test('two runs at once during a rollback end in one converged pool, with no more nudges than one run may send', async () => {
  await onStage(await labGround(), given, async (stage) => {
    await prepare(stage);
    await takeSteps(stage, [
      ...missed,
      {
        do: 'together',
        steps: [
          [{ do: 'warmgate', args, as: 'one', at: [{ write: 1, steps: [rolledBack] }] }],
          [{ do: 'warmgate', args, as: 'two' }],
        ],
      },
    ]);
    await converged(stage, ['one', 'two']);
    const sent = nudgesOf(stage, 'one') + nudgesOf(stage, 'two');
    assert.ok(sent <= 2, `${sent} nudges`);
  });
});

/** By the suite's own look: the pool at the target, the session untouched, nothing left of any run. */
async function converged(stage: Stage, names: readonly string[]): Promise<void> {
  const runs = Object.fromEntries(names.map((name) => [name, { exit: 0 }]));
  assert.equal(await judge(stage, { runs, converged: ['java'] }), []);
}

test.run();
