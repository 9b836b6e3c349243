import type { Expectation, ReleaseExpectation } from '../harness/expectation.ts';
import { type Stage, until } from '../harness/stage.ts';
import { instanceOf, ownersOf } from '../harness/view.ts';
import type { HookRun } from './hook-pod/life.ts';
import { type ReleaseRun, toolOf } from './releases.ts';

/** One line for everything in which releases, and what their tool left, differ from what was expected. Waits for their hooks. */
export async function releaseFaults(stage: Stage, expected: Expectation): Promise<string[]> {
  const { releases } = stage;
  const { deployer, hookPods } = toolOf(stage);
  const isOver = () => hookPods.runs.every(({ times }) => times.ended !== undefined);
  await until(stage, 'all hook pods over', isOver, 60);
  const faults = Object.keys(expected.releases ?? {})
    .filter((name) => !releases.has(name))
    .map((name) => `no release is called ${name}`);
  for (const [name, run] of releases) {
    const wanted = expected.releases?.[name];
    if (wanted === undefined) faults.push(`release ${name} has no expectation`);
    else faults.push(...oneReleaseFaults(stage, name, run, wanted).map((fault) => `${name}: ${fault}`));
  }
  const status = expected.status === undefined ? undefined : await deployer.status();
  return [
    ...faults,
    ...differs('status of the release', status, expected.status),
    ...(await leftFaults(stage, expected)),
  ];
}

/** Pods of a release's hooks, in the order of their start; those that a CronJob started are none of them. */
export function hookRunsOf(stage: Stage, name: string): HookRun[] {
  const all = [...stage.releases.entries()];
  const place = all.findIndex(([each]) => each === name);
  const from = all[place]?.[1].firstPod ?? 0;
  return toolOf(stage)
    .hookPods.runs.slice(from, all[place + 1]?.[1].firstPod)
    .filter(({ job }) => !/-\d+$/.test(job));
}

/** One line for everything in which a release differs from what was expected of it. */
function oneReleaseFaults(
  stage: Stage,
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
    ...hooks.flatMap((hook) => afterSignal(hook, run)),
    ...(expected.closedBefore ?? []).flatMap((app) => openAtChange(stage, run, app)),
  ];
}

/** Told to end, a hook is gone within 5 s and writes nothing more (docs/architecture.md#verify-step-9); a busy machine gets a second. */
function afterSignal({ pod, exitCode, times }: HookRun, { traffic }: ReleaseRun): string[] {
  const { deleted, ended } = times;
  if (exitCode === undefined || deleted === undefined || ended === undefined || deleted > ended) return [];
  const writes = traffic.writes.filter(({ at }) => at > deleted + 1000 && at < ended);
  return [
    ...(ended - deleted > 6000 ? [`${pod} went on for ${ended - deleted} ms after SIGTERM`] : []),
    ...writes.map(
      ({ verb, resource, name }) => `${pod} was told to end and wrote ${verb} ${resource}/${name}`,
    ),
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

function lacking(who: string, text: string, wanted: readonly string[] = []): string[] {
  return wanted
    .filter((part) => !text.includes(part))
    .map((part) => `${who} does not say "${part}": ${text.slice(-600)}`);
}

function differs(what: string, is: unknown, must: unknown): string[] {
  return is === must ? [] : [`${what}: ${is}, expected ${must}`];
}

/** Free instances that a session could have claimed at the moment when the AppDefinition's generation moved. */
function openAtChange(stage: Stage, { before }: ReleaseRun, app: string): string[] {
  const { ground } = stage;
  const { tool, hookObjects } = toolOf(stage);
  const old = before.find(({ metadata }) => metadata.name === app)?.metadata;
  const changed = ground.history
    .of('AppDefinition')
    .find(({ metadata }) => metadata.uid === old?.uid && (metadata.generation ?? 0) > (old?.generation ?? 0));
  if (old === undefined || changed === undefined) return [`the generation of ${app} never moved`];
  const moment = BigInt(changed.metadata.resourceVersion ?? '0');
  const guard = hookObjects.find(({ name }) => name.endsWith('-guard'));
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

async function leftFaults(stage: Stage, { left = [] }: Expectation): Promise<string[]> {
  if (left === 'any') return [];
  const wanted = [...left].sort().join(', ');
  // The tools do not wait until what they deleted is gone.
  await until(stage, 'hooks deleted', () => hooksLeft(stage) === wanted, 10).catch(() => undefined);
  return differs('left hooks', hooksLeft(stage), wanted);
}

/** Those of CronJobs, named after the minute, are none. */
function hooksLeft(stage: Stage): string {
  const left = toolOf(stage).hookObjects.filter(
    ({ name, deletedAt }) => deletedAt === undefined && !/-\d+$/.test(name),
  );
  return left
    .map(({ name }) => name)
    .sort()
    .join(', ');
}
