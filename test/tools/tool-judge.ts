import { leftoverFaults } from '../harness/judge-leftovers.ts';
import { poolFaults } from '../harness/judge-pools.ts';
import { handedFaults, sessionFaults } from '../harness/judge-sessions.ts';
import { writeFaults } from '../harness/judge-writes.ts';
import { until } from '../harness/stage.ts';
import { viewOf } from '../harness/view.ts';
import { differs, releaseFaults } from './judge-release.ts';
import type { ToolExpectation } from './scenario.ts';
import type { ToolStage } from './tool-stage.ts';

/** One line for everything in which the end of a scenario differs from what was expected. `mark`: of its beginning. */
export async function judgeTools(
  stage: ToolStage,
  expected: ToolExpectation,
  mark: unknown,
): Promise<string[]> {
  const { ground, releases, deployer, kind } = stage;
  const faults = Object.keys(expected.releases ?? {})
    .filter((name) => !releases.has(name))
    .map((name) => `no release is called ${name}`);
  for (const [name, run] of releases) {
    const wanted = expected.releases?.[name];
    if (wanted === undefined) faults.push(`release ${name} has no expectation`);
    else faults.push(...releaseFaults(stage, name, run, wanted).map((fault) => `${name}: ${fault}`));
  }
  if (expected.status !== undefined) {
    const status = await deployer.status();
    if (status !== expected.status) faults.push(`the release is ${status}, expected ${expected.status}`);
  }
  faults.push(...(await leftFaults(stage, expected)));
  faults.push(...(await writeFaults((await ground.traffic(mark)).writes, ground.history)));
  const clean = async () => leftoverFaults(await viewOf(ground.hands), expected).length === 0;
  await until(stage, 'nothing left', clean, 15).catch(() => undefined);
  const view = await viewOf(ground.hands);
  faults.push(...leftoverFaults(view, expected));
  faults.push(...sessionFaults(stage.baseline ?? [], view, expected.sessions ?? {}));
  faults.push(...handedFaults(stage.started, view, ground.history, expected.handed ?? {}));
  const apps = expected.converged ?? view.apps.map(({ metadata }) => metadata.name);
  const pools = poolFaults(view, { apps: [] }, kind === 'upstream');
  faults.push(...pools.filter((fault) => apps.some((app) => fault.startsWith(`${app} `))));
  return faults;
}

async function leftFaults(stage: ToolStage, { left = [] }: ToolExpectation): Promise<string[]> {
  if (left === 'any') return [];
  const wanted = [...left].sort().join(', ');
  // The tools do not wait until what they deleted is gone.
  await until(stage, 'hooks deleted', () => hooksLeft(stage) === wanted, 10).catch(() => undefined);
  return differs('left hooks', hooksLeft(stage), wanted);
}

/** Those of CronJobs, named after the minute, are none. */
function hooksLeft({ ground }: ToolStage): string {
  const left = ground.hookObjects.filter(
    ({ name, deletedAt }) => deletedAt === undefined && !/-\d+$/.test(name),
  );
  return left
    .map(({ name }) => name)
    .sort()
    .join(', ');
}
