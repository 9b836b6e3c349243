import { releaseFaults } from '../tools/judge-release.ts';
import type { Expectation } from './expectation.ts';
import { poolFaults } from './judge-pools.ts';
import { runFaults } from './judge-run.ts';
import { handedFaults, sessionFaults } from './judge-sessions.ts';
import { nudgeFaults, writeFaults } from './judge-writes.ts';
import { type Stage, until } from './stage.ts';
import { instanceOf, ownersOf, type View, viewOf } from './view.ts';

/** One line for everything in which a scenario that is over differs from what was expected of it. */
export async function judge(stage: Stage, expected: Expectation): Promise<string[]> {
  const { ground, runs, given, kind, releases } = stage;
  const missing = Object.keys(expected.runs ?? {}).filter((name) => !runs.has(name));
  const faults = missing.map((name) => `no run is called ${name}`);
  for (const [name, run] of runs) {
    const wanted = expected.runs?.[name];
    faults.push(
      ...(wanted === undefined ? [`run ${name} has no expectation`] : runFaults(name, run, wanted)),
    );
  }
  if (ground.tool !== undefined) faults.push(...(await releaseFaults(stage, expected)));
  const traffic = stage.mark === undefined ? undefined : await ground.traffic(stage.mark);
  const allowed = [...runs.values()].flatMap(({ args }) => args);
  faults.push(...(await writeFaults(traffic?.writes ?? [], ground.history, allowed)));
  faults.push(...nudgeFaults(traffic?.writes ?? [], ground.history));
  await collected(stage, expected);
  const view = await viewOf(ground.hands);
  faults.push(...leftoverFaults(view, expected));
  faults.push(...sessionFaults(stage.baseline ?? [], view, expected.sessions ?? {}, ground.history));
  faults.push(...intactFaults(stage.instances, view, expected.intact ?? {}));
  faults.push(...handedFaults(stage.started, view, ground.history, expected.handed ?? {}));
  const must =
    expected.converged ?? (releases.size > 0 ? view.apps.map(({ metadata }) => metadata.name) : []);
  if (must.length > 0) faults.push(...poolFaults(view, given, kind === 'upstream', must));
  return [...faults, ...stage.wrong];
}

/** The garbage collector takes references to a deleted Lease off within 2 s (docs/theia-cloud.md#lever-3); a slow machine gets more. */
async function collected(stage: Stage, expected: Expectation): Promise<void> {
  const clean = async () => leftoverFaults(await viewOf(stage.ground.hands), expected).length === 0;
  await until(stage, 'nothing left', clean, 15).catch(() => undefined);
}

/**
 * What a run must never leave: an object without owner, a hold whose Lease is gone, a Lease or hold where the gate is said to be
 * open.
 */
export function leftoverFaults(view: View, { gates = [], gone = [] }: Expectation): string[] {
  const parts = view.objects.filter(({ metadata }) => instanceOf(metadata.name) !== undefined);
  const unowned = parts.filter(({ metadata }) => (metadata.ownerReferences ?? []).length === 0);
  const ours = view.leases.filter(({ metadata }) => metadata.name.startsWith('warmgate-'));
  const kept = gates.map((app) => `warmgate-${app}`);
  const held = parts.flatMap((object) =>
    ownersOf(object, 'Lease').map((owner) => ({ ...owner, on: `${object.kind} ${object.metadata.name}` })),
  );
  return [
    ...unowned.map(({ kind, metadata }) => `${kind} ${metadata.name} has no owner`),
    ...ours
      .filter(({ metadata }) => !kept.includes(metadata.name))
      .map(({ metadata }) => `Lease ${metadata.name} is left`),
    ...kept
      .filter((name) => !ours.some(({ metadata }) => metadata.name === name))
      .map((name) => `Lease ${name} is not there`),
    ...kept
      .filter((name) => !held.some((each) => each.name === name))
      .map((name) => `nothing is held by ${name}`),
    ...held
      .filter(({ uid }) => !ours.some(({ metadata }) => metadata.uid === uid))
      .map(({ on, name }) => `${on} is held by ${name}, which is gone`),
    ...held.filter(({ name }) => !kept.includes(name)).map(({ on, name }) => `${on} is held by ${name}`),
    ...gone.flatMap((app) => leftOf(app, view)),
  ];
}

function leftOf(app: string, view: View): string[] {
  const names = view.objects
    .filter(({ metadata }) => metadata.name.includes(`-${app}-`) && instanceOf(metadata.name) !== undefined)
    .map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  return names.map((name) => `${name} is left`);
}

/** UIDs of all instances' parts, by `java 3`. */
export type IntactBaseline = ReadonlyMap<string, readonly string[]>;

export function intactBaseline(view: View): IntactBaseline {
  return new Map(
    view.instances.flatMap(({ uid12, id, parts }) => {
      const app = view.apps.find(({ metadata }) => metadata.uid.endsWith(uid12));
      const uids = parts.map(({ object }) => object.metadata.uid).sort();
      return app === undefined ? [] : [[`${app.metadata.name} ${id}`, uids] as const];
    }),
  );
}

/** One line for each instance that is not what it was before the first run, part by part. */
export function intactFaults(
  before: IntactBaseline | undefined,
  view: View,
  expected: Readonly<Record<string, string>>,
): string[] {
  const now = intactBaseline(view);
  return Object.entries(expected).flatMap(([app, ids]) =>
    idsIn(ids).flatMap((id) => {
      const [was, is] = [before?.get(`${app} ${id}`), now.get(`${app} ${id}`)];
      return was !== undefined && was.join() === is?.join() ? [] : [`${app} ${id} is not what it was`];
    }),
  );
}

/** `2, 4-6` */
function idsIn(text: string): number[] {
  return text.split(', ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}
