import { operatorArguments, operatorDeployment } from '../../plugin/lab/operator/install.ts';
import { baselineOf } from '../harness/judge-sessions.ts';
import { appDefinition } from '../harness/objects.ts';
import { viewOf } from '../harness/view.ts';
import type { Deployment, Outcome } from './deployer.ts';
import type { HookMoment, ToolStep } from './scenario.ts';
import type { ToolStage } from './tool-stage.ts';
import { takeToolSteps } from './tool-steps.ts';

export function release(stage: ToolStage, step: Extract<ToolStep, { do: 'release' }>): Promise<void> {
  const { scenario, kind } = stage;
  const image = `registry.example.test/operator:${kind}`;
  const operator = scenario.operatorInRelease
    ? operatorDeployment({ kind, args: operatorArguments({}), image })
    : undefined;
  return deploy(stage, step.as, step.at ?? [], () =>
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

export async function deploy(
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

export async function diff(stage: ToolStage, step: Extract<ToolStep, { do: 'diff' }>): Promise<void> {
  const { tracking = 'annotation', serverSide = false } = step;
  const firstPod = stage.ground.hookPods.runs.length;
  const { outOfSync, output } = await stage.deployer.diff({ tracking, serverSide });
  const outcome: Outcome = { ok: outOfSync.length === 0, output, seconds: 0 };
  const traffic = { writes: [], reads: {} };
  stage.releases.set(step.as, { outcome, firstPod, traffic, before: [], outOfSync });
}
