import { operatorArguments, operatorDeployment } from '../../plugin/lab/operator/install.ts';
import { leaderLease } from '../../plugin/theia/operator.ts';
import { baselineOf } from '../grounds/judge-sessions.ts';
import { appDefinition } from '../grounds/objects.ts';
import { startSession, untilReady } from '../grounds/prepare.ts';
import { until } from '../grounds/stage.ts';
import { viewOf } from '../grounds/view.ts';
import type { Deployment, Outcome } from './deployer.ts';
import type { HookMoment, ToolStep } from './scenario.ts';
import type { ToolStage } from './tool-stage.ts';

/** Takes the steps of a scenario, one after another. @throws Error for one that cannot be taken in time */
export async function takeToolSteps(stage: ToolStage, steps: readonly ToolStep[]): Promise<void> {
  for (const step of steps) {
    const begun = performance.now();
    await takeStep(stage, step);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    stage.diary.push(`${seconds.padStart(5)} s  ${JSON.stringify(step).slice(0, 160)}`);
  }
}

async function takeStep(stage: ToolStage, step: ToolStep): Promise<void> {
  const { ground, operator } = stage;
  const { hands, clock } = ground;
  switch (step.do) {
    case 'release':
      return release(stage, step);
    case 'releaseBeside':
      return run(stage, step.as, [], () => stage.deployer.releaseBeside(step.hooks ?? {}));
    case 'rollback':
      return run(stage, step.as, step.at ?? [], () => stage.deployer.rollback());
    case 'diff':
      return diff(stage, step);
    case 'startSession':
      if (step.ready !== false) await untilReady(stage, step.session.app);
      stage.started.add(step.session.name);
      return startSession(stage, step.session, 'over');
    case 'endSession':
      return hands.remove('Session', step.name);
    case 'startOperator':
      stage.frozen?.abort();
      await operator.start();
      if (step.ready !== false) await operator.whenQuiet();
      return;
    case 'stopOperator':
      return operator.stop();
    case 'freezeOperator':
      operator.kill();
      stage.frozen = keepLease(stage);
      return;
    case 'quiet': {
      await operator.whenQuiet();
      for (const { metadata } of await hands.list('AppDefinition')) await untilReady(stage, metadata.name);
      return;
    }
    case 'image':
      return ground.setImage(step.image, step.fate);
    case 'patch':
      return void (await hands.patch(step.kind, step.name, step.body));
    case 'wait':
      return clock.sleep(step.seconds * 1000);
  }
}

function release(stage: ToolStage, step: Extract<ToolStep, { do: 'release' }>): Promise<void> {
  const { scenario, kind } = stage;
  const image = `registry.example.test/operator:${kind}`;
  const operator = scenario.operatorInRelease
    ? operatorDeployment({ kind, args: operatorArguments({}), image })
    : undefined;
  return run(stage, step.as, step.at ?? [], () =>
    stage.deployer.release({
      apps: step.apps.map(appDefinition),
      operator,
      hooks: step.bare ? undefined : (step.hooks ?? {}),
      rollBackOnFailure: step.rollBackOnFailure ?? false,
      retry: step.retry ?? 0,
      serverSide: step.serverSide ?? false,
      tracking: step.tracking ?? 'annotation',
      emptyAnnotations: step.emptyAnnotations ?? false,
      without: step.without,
    }),
  );
}

async function run(
  stage: ToolStage,
  name: string,
  moments: readonly HookMoment[],
  start: () => Promise<Deployment>,
): Promise<void> {
  const { ground, releases } = stage;
  if (releases.has(name)) throw new Error(`two releases are called ${name}`);
  const view = await viewOf(ground.hands);
  if (view.sessions.length > 0) stage.baseline ??= baselineOf(view);
  const firstPod = ground.hookPods.runs.length;
  const mark = await ground.mark();
  const deployment = await start();
  const over = new AbortController();
  const happened = moments.map((moment) => happen(stage, moment, firstPod, deployment, over.signal));
  const outcome = await deployment.done;
  over.abort();
  await Promise.all(happened);
  const traffic = await ground.traffic(mark);
  releases.set(name, { outcome, firstPod, traffic, before: view.apps, outOfSync: [] });
}

/** Waits for the hook's pod and takes the steps then. @throws Error when the release is over before */
async function happen(
  stage: ToolStage,
  { hook, n = 1, after = 0, steps, terminate }: HookMoment,
  firstPod: number,
  deployment: Deployment,
  over: AbortSignal,
): Promise<void> {
  const { runs } = stage.ground.hookPods;
  const there = (): boolean => {
    const started = runs
      .slice(firstPod)
      .filter(({ args, times }) => args[0] === hook && times.started !== undefined);
    return started.length >= n;
  };
  while (!there()) {
    if (over.aborted) throw new Error(`the release ended before the ${n}. ${hook} started`);
    await stage.ground.clock.sleep(50);
  }
  await stage.ground.clock.sleep(after * 1000);
  await takeToolSteps(stage, steps);
  if (terminate) deployment.terminate();
}

async function diff(stage: ToolStage, step: Extract<ToolStep, { do: 'diff' }>): Promise<void> {
  const { tracking = 'annotation', serverSide = false } = step;
  const firstPod = stage.ground.hookPods.runs.length;
  const { outOfSync, output } = await stage.deployer.diff({ tracking, serverSide });
  const outcome: Outcome = { ok: outOfSync.length === 0, output, seconds: 0 };
  const traffic = { writes: [], reads: {} };
  stage.releases.set(step.as, { outcome, firstPod, traffic, before: [], outOfSync });
}

/** As an operator that hangs: whoever looks at its Lease sees a leader. */
function keepLease({ ground }: ToolStage): AbortController {
  const stop = new AbortController();
  void (async () => {
    while (!stop.signal.aborted) {
      const renewTime = `${new Date().toISOString().slice(0, 23)}000Z`;
      await ground.hands.patch('Lease', leaderLease, { spec: { renewTime } }).catch(() => undefined);
      await ground.clock.sleep(1000, stop.signal);
    }
  })();
  return stop;
}

/** Resolves when every hook pod of the ground has come to its end. */
export async function hooksOver(stage: ToolStage): Promise<void> {
  const { runs } = stage.ground.hookPods;
  await until(stage, 'all hook pods over', () => runs.every(({ times }) => times.ended !== undefined), 60);
}
