import { leftoverFaults } from '../grounds/judge-leftovers.ts';
import { poolFaults } from '../grounds/judge-pools.ts';
import { handedFaults, sessionFaults } from '../grounds/judge-sessions.ts';
import { writeFaults } from '../grounds/judge-writes.ts';
import { until } from '../grounds/stage.ts';
import { instanceOf, ownersOf, viewOf } from '../grounds/view.ts';
import type { ReleaseExpectation, ToolExpectation } from './scenario.ts';
import { hookRunsOf, type ReleaseRun, type ToolStage } from './tool-stage.ts';

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

function releaseFaults(
  stage: ToolStage,
  name: string,
  run: ReleaseRun,
  expected: ReleaseExpectation,
): string[] {
  const { outcome, traffic, outOfSync } = run;
  const hooks = hookRunsOf(stage, name);
  const ended = hooks.map(({ args, exitCode }) => `${args[0]} ${exitCode ?? '-'}`).join(', ');
  const verdict = hooks.at(-1)?.message ?? '';
  const nudges = traffic.writes.filter(
    ({ resource, code }) => resource === 'appdefinitions' && code === 200,
  ).length;
  return [
    ...differs('ok', outcome.ok, expected.ok ?? hooks.every(({ exitCode }) => exitCode === 0)),
    ...([expected.hooks].flat().includes(ended) ? [] : differs('hooks', ended, expected.hooks)),
    ...lacking('the tool', outcome.output, expected.says),
    ...lacking('the verdict', verdict, expected.verdict),
    ...(expected.nudges === undefined ? [] : differs('nudges', nudges, expected.nudges)),
    ...differs('objects out of sync', outOfSync.join(', '), (expected.outOfSync ?? []).join(', ')),
    ...(expected.seconds !== undefined && outcome.seconds > expected.seconds
      ? [`took ${outcome.seconds.toFixed(1)} s, more than ${expected.seconds}`]
      : []),
    ...written(run, expected),
    ...(expected.closedBefore ?? []).flatMap((app) => openAtChange(stage, run, app)),
  ];
}

function written({ traffic }: ReleaseRun, { writes }: ReleaseExpectation): string[] {
  const all = traffic.writes.map(({ verb, resource, name }) => `${verb} ${resource}/${name}`);
  const acts = traffic.writes.filter(
    ({ resource, name }) => resource !== 'events' && name !== 'warmgate-report',
  );
  if (writes === 'none' && all.length > 0) return [`wrote ${all.slice(0, 6).join(', ')}`];
  if (writes === 'trace' && acts.length > 0) return [`wrote ${all.slice(0, 6).join(', ')}`];
  return writes === 'some' && acts.length === 0 ? ['wrote nothing'] : [];
}

/** Free instances that a session could have claimed at the moment when the AppDefinition's generation moved. */
function openAtChange({ ground, tool }: ToolStage, { before }: ReleaseRun, app: string): string[] {
  const old = before.find(({ metadata }) => metadata.name === app)?.metadata;
  const changed = ground.history
    .of('AppDefinition')
    .find(({ metadata }) => metadata.uid === old?.uid && (metadata.generation ?? 0) > (old?.generation ?? 0));
  if (old === undefined || changed === undefined) return [`the generation of ${app} never moved`];
  const moment = BigInt(changed.metadata.resourceVersion ?? '0');
  const guard = ground.hookObjects.find(({ name }) => name.endsWith('-guard'));
  const gone = tool.startsWith('argo') || (guard?.deletedAt !== undefined && guard.deletedAt < moment);
  const last = new Map<string, readonly string[]>();
  for (const service of ground.history.of('Service')) {
    const { name, resourceVersion } = service.metadata;
    const mine = old.uid.endsWith(instanceOf(name)?.uid12 ?? '-');
    if (!mine || !name.endsWith('-int') || BigInt(resourceVersion ?? '0') > moment) continue;
    const owners = ['Session', 'Lease'].filter((kind) => ownersOf(service, kind).length > 0);
    last.set(name, owners);
  }
  const open = [...last].filter(([, owners]) => owners.length === 0).map(([name]) => name);
  return [
    ...(gone ? [] : ["the guard's Job was there when the generation moved: that proves nothing"]),
    ...(last.size === 0 ? [`${app} had no instance`] : []),
    ...open.map((name) => `${name} was open when the generation moved`),
  ];
}

function lacking(who: string, text: string, wanted: readonly string[] = []): string[] {
  return wanted
    .filter((part) => !text.includes(part))
    .map((part) => `${who} does not say "${part}": ${text.slice(-600)}`);
}

function differs(what: string, is: unknown, must: unknown): string[] {
  return is === must ? [] : [`${what}: ${is}, expected ${must}`];
}
