import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { intactBaseline } from './judge.ts';
import { wrongZero } from './judge-pools.ts';
import { baselineOf } from './judge-sessions.ts';
import type { Manifest, Moment, Step } from './scenario.ts';
import { type Stage, until } from './stage.ts';
import { viewOf } from './view.ts';
import { type RunningProcess, startWarmgate } from './warmgate.ts';

/** Plays steps within a step. */
export type TakeSteps = (stage: Stage, steps: readonly Step[]) => Promise<void>;

/** What is there before a run: the first one's instances, and each session that no run before it saw live. */
export async function remember(stage: Stage): Promise<void> {
  const view = await viewOf(stage.ground.hands);
  const known = stage.baseline ?? [];
  const more = baselineOf(view).filter(({ uid }) => !known.some((each) => each.uid === uid));
  stage.baseline = [...known, ...more];
  stage.instances ??= intactBaseline(view);
  stage.mark ??= await stage.ground.mark();
}

/** Begins steps right after a write of the operator, and waits for both. */
export async function atWrite(
  stage: Stage,
  { write, steps, during }: Extract<Step, { do: 'atWrite' }>,
  takeSteps: TakeSteps,
): Promise<void> {
  let begun: Promise<void> | undefined;
  stage.ground.onOperatorWrite(write, () => {
    begun = takeSteps(stage, steps);
  });
  await takeSteps(stage, during);
  await until(stage, `the operator's write ${write}`, () => begun !== undefined);
  await begun;
}

/** Ends a run in the background. */
export async function end(
  { background, runs }: Stage,
  { as, signal }: Extract<Step, { do: 'end' }>,
): Promise<void> {
  const running = background.get(as);
  if (running === undefined) throw new Error(`no run ${as} is under way`);
  if (signal !== undefined) running.signal(signal);
  runs.set(as, await running.done);
  background.delete(as);
}

/** A run from its start to its end, with what happens within it. */
export async function warmgate(
  stage: Stage,
  step: Extract<Step, { do: 'warmgate' }>,
  takeSteps: TakeSteps,
): Promise<void> {
  const { ground, runs } = stage;
  const { at = [], as = step.args[0] ?? '' } = step;
  await remember(stage);
  let running: RunningProcess | undefined;
  const moments: Promise<void>[] = [];
  const happen = async ({ steps, signal, before }: Moment): Promise<'drop' | undefined> => {
    if (signal !== undefined) running?.signal(signal);
    if (signal === 'SIGKILL') ground.tap.before(() => 'drop');
    const taken = takeSteps(stage, steps);
    moments.push(taken);
    // What fails within them is thrown when the run is over.
    const over = taken.catch(() => undefined);
    if (before) await over;
    if (signal !== 'SIGKILL') return undefined;
    await running?.done;
    return 'drop';
  };
  for (const moment of at) {
    const wait = moment.before ? ground.tap.beforeWrite : ground.tap.onWrite;
    wait(moment.write, () => happen(moment));
  }
  const { args, input, remove } = await withManifests(stage, step);
  running = await startWarmgate(ground, args, at.length > 0, input);
  const run = await running.done;
  await remove();
  ground.tap.before(() => undefined);
  const due = at.filter(({ mayMiss }) => mayMiss !== true);
  if (moments.length < due.length)
    throw new Error(`${as} came to ${moments.length} of ${due.length} moments: ${run.stderr}`);
  await Promise.all(moments);
  stage.wrong.push(...(await wrongZero(stage, as, run)));
  if (runs.has(as)) throw new Error(`two runs are called ${as}`);
  runs.set(as, run);
}

/** Arguments and standard input of a run that is given manifests; `remove` takes their file away. */
async function withManifests(
  { ground }: Pick<Stage, 'ground'>,
  { args, manifests }: Extract<Step, { do: 'warmgate' }>,
): Promise<{ args: readonly string[]; input: string; remove: () => Promise<void> }> {
  if (manifests === undefined) return { args, input: '', remove: async () => undefined };
  const documents = await Promise.all(manifests.map((manifest) => rendered(ground.hands, manifest)));
  const input = documents.map((each) => stringify(each)).join('---\n');
  const folder = await mkdtemp(join(tmpdir(), 'warmgate-manifests-'));
  const file = join(folder, 'manifests.yaml');
  await writeFile(file, input);
  return {
    args: args.map((arg) => (arg === 'FILE' ? file : arg)),
    input: args.includes('-') ? input : '',
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function rendered({ get }: Stage['ground']['hands'], { app, spec }: Manifest): Promise<object> {
  const live = await get('AppDefinition', app);
  if (live === undefined) throw new Error(`no AppDefinition ${app}`);
  const { apiVersion, kind, metadata } = live;
  return { apiVersion, kind, metadata: { name: metadata.name }, spec: { ...live.spec, ...spec } };
}
