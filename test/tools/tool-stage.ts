import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Traffic } from '../harness/ground.ts';
import { newStage, type Stage } from '../harness/stage.ts';
import type { Deployer, Outcome } from './deployer.ts';
import type { ToolGround } from './ground.ts';
import type { HookRun } from './hook-pod/life.ts';
import type { Tool, ToolScenario } from './scenario.ts';

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

/** One scenario with one tool under way. */
export interface ToolStage extends Stage {
  readonly ground: ToolGround;
  readonly tool: Tool;
  readonly scenario: ToolScenario;
  readonly deployer: Deployer;
  readonly releases: Map<string, ReleaseRun>;
  /** Renews the Lease of an operator that does nothing; to be aborted. */
  frozen: AbortController | undefined;
}

export function newToolStage(
  ground: ToolGround,
  tool: Tool,
  scenario: ToolScenario,
  deployer: Deployer,
): ToolStage {
  const stage = newStage(ground, scenario.operator ?? 'ensure-on-added', { apps: [] });
  return { ...stage, ground, tool, scenario, deployer, releases: new Map(), frozen: undefined };
}

/** Pods of a release's hooks, in the order of their start; those that a CronJob started are none of them. */
export function hookRunsOf({ ground, releases }: ToolStage, name: string): HookRun[] {
  const all = [...releases.entries()];
  const place = all.findIndex(([each]) => each === name);
  const from = all[place]?.[1].firstPod ?? 0;
  return ground.hookPods.runs
    .slice(from, all[place + 1]?.[1].firstPod)
    .filter(({ job }) => !/-\d+$/.test(job));
}
