// limit: 240 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leftoverFaults } from '../harness/judge-leftovers.ts';
import { poolFaults } from '../harness/judge-pools.ts';
import { sessionFaults } from '../harness/judge-sessions.ts';
import { labGround } from '../harness/lab-ground.ts';
import type { Given, Step } from '../harness/scenario.ts';
import { newStage, prepare, type Stage, until } from '../harness/stage.ts';
import { takeSteps } from '../harness/steps.ts';
import { viewOf } from '../harness/view.ts';

const given: Given = { apps: [{ name: 'java', min: 4 }], sessions: [{ name: 'ws-one', app: 'java' }] };
const args = ['verify', '--settle', '4s', '--timeout', '10m'];
const image = (tag: string): Step => ({
  do: 'apply',
  app: 'java',
  spec: { image: `registry.example.test/java:${tag}` },
});
/** theia-cloud.md F1. */
const missed: readonly Step[] = [{ do: 'stopOperator' }, image('1.1.0'), { do: 'startOperator' }];

/** Writes of verify: Lease, three holds, two parts of the claim, the nudge, three times an instance opened. */
for (const [moment, write] of [
  ['the gate is being closed', 3],
  ['the pool was nudged', 7],
  ['instances are being opened', 9],
] as const) {
  test(`rolled back while ${moment}: the old image under its new generation is the target, and reached`, async () => {
    await onStage(async (stage) => {
      await takeSteps(stage, [...missed, { do: 'warmgate', args, at: [{ write, steps: [image('1.0.0')] }] }]);
      await converged(stage, ['verify']);
      const codes: string[] = reportOf(stage, 'verify').pools.flatMap(({ reasons }) =>
        reasons.map(({ code }) => code),
      );
      assert.ok(codes.includes('targetMoved'), codes.join(', '));
      assert.ok(nudges(stage, 'verify') <= 2, `${nudges(stage, 'verify')} nudges`);
    });
  });
}

test('two runs at once during a rollback end in one converged pool, with no more nudges than one run may send', async () => {
  await onStage(async (stage) => {
    await takeSteps(stage, [
      ...missed,
      {
        do: 'together',
        steps: [
          [{ do: 'warmgate', args, as: 'one', at: [{ write: 1, steps: [image('1.0.0')] }] }],
          [{ do: 'warmgate', args, as: 'two' }],
        ],
      },
    ]);
    await converged(stage, ['one', 'two']);
    const sent = nudges(stage, 'one') + nudges(stage, 'two');
    assert.ok(sent <= 2, `${sent} nudges`);
  });
});

async function onStage(story: (stage: Stage) => Promise<void>): Promise<void> {
  const ground = await labGround();
  const stage = newStage(ground, 'ensure-on-added', given);
  try {
    await prepare(stage);
    await story(stage);
  } finally {
    await stage.operator.close();
    await ground.stop();
  }
}

/** By the suite's own look: the pool at the target, the session untouched, nothing left of any run. */
async function converged(stage: Stage, names: readonly string[]): Promise<void> {
  const { hands } = stage.ground;
  for (const name of names) assert.is(runOf(stage, name).exit, 0, runOf(stage, name).stderr);
  const left = async () => leftoverFaults(await viewOf(hands), {});
  await until(stage, 'nothing left', async () => (await left()).length === 0, 15).catch(() => undefined);
  const view = await viewOf(hands);
  const faults = [
    ...(await left()),
    ...poolFaults(view, given, false),
    ...sessionFaults(stage.baseline ?? [], view, {}),
  ];
  assert.equal(faults, []);
}

function runOf({ runs }: Stage, name: string) {
  const run = runs.get(name);
  if (run === undefined) throw new Error(`no run ${name}`);
  return run;
}

function reportOf(stage: Stage, name: string) {
  const { report, stderr } = runOf(stage, name);
  if (report === undefined) throw new Error(stderr);
  return report;
}

function nudges(stage: Stage, name: string): number {
  const { actions } = reportOf(stage, name);
  return actions.filter(({ step, result }) => step === 'nudge' && result === 'done').length;
}

test.run();
