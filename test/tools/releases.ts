import { operatorArguments, operatorDeployment } from '../../plugin/lab/operator/install.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Traffic } from '../harness/ground.ts';
import { appDefinition } from '../harness/objects.ts';
import { remember, type TakeSteps } from '../harness/run-steps.ts';
import type { AppGiven, Step } from '../harness/scenario.ts';
import type { Stage } from '../harness/stage.ts';
import { viewOf } from '../harness/view.ts';
import type { Deployment, Outcome } from './deployer.ts';
import type { ToolHands } from './ground.ts';

/** Who brings a release into the cluster, and how the hooks got into it: by the chart, or by `warmgate inject`. */
export const tools = ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'] as const;

export type Tool = (typeof tools)[number];

/** How the hooks are set in a release. */
export interface HookSettings {
  /** Default: the image that there is. */
  image?: string;
  /** Of verify and of the one after a rollback. */
  timeoutSeconds?: number;
  verifyFlags?: readonly string[];
  guardFlags?: readonly string[];
  /** Charts alone. True unless told. */
  guard?: boolean;
  /** Argo CD alone. */
  hookKind?: 'Job' | 'Pod';
  /** Helm alone: the stock image of Node with the program from the release. */
  bundle?: boolean;
}

export type ReleaseStep =
  /** Brings these AppDefinitions, and no others, into the cluster. */
  | {
      do: 'release';
      as: string;
      apps: readonly AppGiven[];
      /** Without any hook: the chart as it was before warmgate came. */
      bare?: boolean;
      hooks?: HookSettings;
      /** Helm: back to the release before when it fails. */
      rollBackOnFailure?: boolean;
      /** Argo CD: further attempts. */
      retry?: number;
      /** Argo CD: server-side apply. */
      serverSide?: boolean;
      /** AppDefinitions with an empty map of annotations in the manifests, in place of Helm's revision. */
      emptyAnnotations?: boolean;
      /** Argo CD: how it knows its objects; by annotation unless told. */
      tracking?: 'annotation' | 'label';
      /** A right that the Role of verify lacks; charts alone. */
      without?: { verb: string; resource: string };
      /** What happens within it. */
      at?: readonly HookMoment[];
    }
  /** Helm: warmgate's own chart as a release beside that of the pools. */
  | { do: 'releaseBeside'; as: string; hooks?: HookSettings }
  /** Helm: back to the revision before. */
  | { do: 'rollback'; as: string; at?: readonly HookMoment[] }
  /** Argo CD: what the application looks like now. */
  | { do: 'diff'; as: string; serverSide?: boolean; tracking?: 'annotation' | 'label' };

/** Right after the n-th pod (first unless told) of this command started within the release. */
export interface HookMoment {
  hook: 'guard' | 'verify' | 'open';
  n?: number;
  /** Seconds more. */
  after?: number;
  steps: readonly Step[];
  /** SIGTERM to Helm; Argo CD: the operation is terminated. */
  terminate?: boolean;
}

/** What became of one release, rollback or diff. */
export interface ReleaseRun {
  outcome: Outcome;
  /** Place of its first hook pod among all of the ground; those of the next begin where they end. */
  firstPod: number;
  traffic: Traffic;
  /** AppDefinitions as they were before. */
  before: readonly KubeObject[];
  outOfSync: readonly string[];
}

/** @throws Error on a ground where no tool makes releases */
export function toolOf({ ground }: Stage): ToolHands {
  if (ground.tool === undefined) throw new Error('this ground makes no releases');
  return ground.tool;
}

/** Makes a release, goes back to the one before, or asks what differs from it. */
export function takeReleaseStep(stage: Stage, step: ReleaseStep, takeSteps: TakeSteps): Promise<void> {
  const { deployer } = toolOf(stage);
  switch (step.do) {
    case 'release':
      return deploy(stage, step, takeSteps, () => release(stage, step));
    case 'releaseBeside':
      return deploy(stage, step, takeSteps, () => deployer.releaseBeside(step.hooks ?? {}));
    case 'rollback':
      return deploy(stage, step, takeSteps, () => deployer.rollback());
    case 'diff':
      return diff(stage, step);
  }
}

function release(stage: Stage, step: Extract<ReleaseStep, { do: 'release' }>): Promise<Deployment> {
  const { kind, given } = stage;
  const image = `registry.example.test/operator:${kind}`;
  return toolOf(stage).deployer.release({
    apps: step.apps.map(appDefinition),
    operator: given.operator?.inRelease
      ? operatorDeployment({ kind, args: operatorArguments({}), image })
      : undefined,
    hooks: step.bare ? undefined : (step.hooks ?? {}),
    rollBackOnFailure: step.rollBackOnFailure ?? false,
    retry: step.retry ?? 0,
    serverSide: step.serverSide ?? false,
    tracking: step.tracking ?? 'annotation',
    emptyAnnotations: step.emptyAnnotations ?? false,
    without: step.without,
  });
}

async function deploy(
  stage: Stage,
  { as, at = [] }: { as: string; at?: readonly HookMoment[] },
  takeSteps: TakeSteps,
  start: () => Promise<Deployment>,
): Promise<void> {
  const { ground, releases } = stage;
  if (releases.has(as)) throw new Error(`two releases are called ${as}`);
  await remember(stage);
  const before = (await viewOf(ground.hands)).apps;
  const { runs } = toolOf(stage).hookPods;
  const firstPod = runs.length;
  const mark = await ground.mark();
  const deployment = await start();
  const over = new AbortController();
  const happened = at.map(async (moment) => {
    await startOf(stage, moment, firstPod, over.signal);
    await takeSteps(stage, moment.steps);
    if (moment.terminate) deployment.terminate();
  });
  const outcome = await deployment.done;
  over.abort();
  await Promise.all(happened);
  const traffic = await ground.traffic(mark);
  releases.set(as, { outcome, firstPod, traffic, before, outOfSync: [] });
}

/** Waits for the hook's pod. @throws Error when the release is over before */
async function startOf(
  stage: Stage,
  { hook, n = 1, after = 0 }: HookMoment,
  firstPod: number,
  over: AbortSignal,
): Promise<void> {
  const { runs } = toolOf(stage).hookPods;
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
}

async function diff(stage: Stage, step: Extract<ReleaseStep, { do: 'diff' }>): Promise<void> {
  const { tracking = 'annotation', serverSide = false } = step;
  const { deployer, hookPods } = toolOf(stage);
  const firstPod = hookPods.runs.length;
  const { outOfSync, output } = await deployer.diff({ tracking, serverSide });
  const outcome: Outcome = { ok: outOfSync.length === 0, output, seconds: 0 };
  const traffic = { writes: [], reads: {} };
  stage.releases.set(step.as, { outcome, firstPod, traffic, before: [], outOfSync });
}
