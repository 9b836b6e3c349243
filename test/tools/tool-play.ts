import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { installation } from '../harness/objects.ts';
import type { Played } from '../harness/play.ts';
import { argoDeployer } from './argo.ts';
import type { Workshop } from './deployer.ts';
import { toolGround } from './ground.ts';
import { helmDeployer } from './helm.ts';
import type { Tool, ToolExpectation, ToolScenario } from './scenario.ts';
import { judgeTools } from './tool-judge.ts';
import { hookRunsOf, newToolStage, type ToolStage } from './tool-stage.ts';
import { hooksOver, takeToolSteps } from './tool-steps.ts';
import type { Tools } from './workshop.ts';

/** Plays a scenario with one tool in a namespace of its own, where everything is ended whatever comes of it. */
export async function playTools(
  cluster: ControlPlane,
  tools: Tools,
  scenario: ToolScenario,
  tool: Tool,
  namespace: string,
): Promise<Played> {
  const begun = performance.now();
  const ground = await toolGround(cluster, namespace, tools.images);
  tools.kubelets.set(namespace, ground.hookPods);
  const dir = join(tools.dir, namespace);
  await mkdir(dir, { recursive: true });
  const shop: Workshop = { ...tools.of(tool), tool, kubeconfig: cluster.kubeconfig, namespace, dir };
  const deployer = await (tool.startsWith('argo') ? argoDeployer(shop) : helmDeployer(shop));
  const stage = newToolStage(ground, tool, scenario, deployer);
  let faults: string[];
  try {
    const mark = await ground.mark();
    await ground.hands.create('HTTPRoute', installation.route);
    await ground.hands.create('ConfigMap', installation.proxyConfig);
    if (!scenario.operatorInRelease) {
      await stage.operator.start();
      await stage.operator.whenQuiet();
    }
    await takeToolSteps(stage, scenario.when);
    await hooksOver(stage);
    faults = await judgeTools(stage, expectationFor(scenario, tool), mark);
  } catch (error) {
    faults = [`stopped: ${error instanceof Error ? error.stack : error}`];
  } finally {
    stage.frozen?.abort();
    await stage.operator.close();
    await ground.stop();
  }
  return { faults, story: storyOf(stage), seconds: (performance.now() - begun) / 1000 };
}

export function expectationFor({ expect, differs }: ToolScenario, tool: Tool): ToolExpectation {
  const own = differs?.[tool] ?? {};
  return { ...expect, ...own, releases: { ...expect.releases, ...own.releases } };
}

function storyOf(stage: ToolStage): string {
  const texts = [...stage.releases].flatMap(([name, { outcome }]) => [
    `--- ${name}: ${outcome.ok ? 'ok' : 'failed'} after ${outcome.seconds.toFixed(1)} s`,
    outcome.output.slice(-2000),
    ...hookRunsOf(stage, name).map(
      ({ pod, args, exitCode, log, message }) =>
        `--- ${pod} ${args.join(' ')}: ${exitCode}\n${log || message}`,
    ),
  ]);
  return [...stage.diary, ...texts, '--- operator', ...stage.operator.lines.slice(-15)].join('\n');
}
