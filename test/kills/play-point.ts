import type { Ground } from '../harness/ground.ts';
import { leftoverFaults } from '../harness/judge-leftovers.ts';
import { poolFaults } from '../harness/judge-pools.ts';
import { baselineOf, sessionFaults } from '../harness/judge-sessions.ts';
import { writeFaults } from '../harness/judge-writes.ts';
import { newStage, prepare, type Stage, until } from '../harness/stage.ts';
import { takeSteps } from '../harness/steps.ts';
import { tapped } from '../harness/tapped.ts';
import { viewOf } from '../harness/view.ts';
import { type Run, startWarmgate } from '../harness/warmgate.ts';
import { type Killed, runUntil } from './kill.ts';
import type { KillCase, KillPoint } from './kill-case.ts';

export interface PointResult {
  /** Empty: the next run put all right. */
  faults: string[];
  /** False: the cluster never came to what the case starts from, so nothing is proved. */
  prepared: boolean;
  killed: boolean;
  /** Writes of the run that was to be killed. */
  writes: number;
  seconds: number;
  /** For whoever reads a failure. */
  story: string;
}

/** One kill: a fresh cluster, the run that is killed, the run after it, and a look at what is left that shares no code with either. */
export async function playPoint(
  { given, when, args, after = [], again = ['verify', '--settle', '4s', '--timeout', '20m'] }: KillCase,
  point: KillPoint | undefined,
  makeGround: () => Promise<Ground>,
): Promise<PointResult> {
  const begun = performance.now();
  const ground = await makeGround();
  const behind = await tapped(ground);
  const stage = newStage(behind.ground, 'ensure-on-added', given);
  let killed: Killed | undefined;
  let next: Run | undefined;
  let faults: string[];
  let prepared = false;
  try {
    await prepare(stage);
    await takeSteps(stage, when);
    prepared = true;
    stage.baseline ??= baselineOf(await viewOf(ground.hands));
    stage.mark ??= await ground.mark();
    killed = await runUntil(behind, args, point);
    await takeSteps(stage, after);
    next = await (await startWarmgate(stage.ground, again, false)).done;
    faults = await judge(stage, next, [...args, ...again]);
  } catch (error) {
    faults = [`stopped: ${error instanceof Error ? error.stack : error}`];
  } finally {
    await stage.operator.close();
    await behind.stop();
    await ground.stop();
  }
  const story = [killed?.run, ...stage.runs.values(), next].map(tell).join('\n');
  return {
    faults,
    prepared,
    killed: killed?.killed ?? false,
    writes: killed?.writes ?? 0,
    seconds: (performance.now() - begun) / 1000,
    story: `${story}\n${stage.operator.lines.slice(-12).join('\n')}`,
  };
}

async function judge(stage: Stage, next: Run, allowed: readonly string[]): Promise<string[]> {
  const { ground, given, baseline = [], mark } = stage;
  const left = async (): Promise<string[]> => leftoverFaults(await viewOf(ground.hands), {});
  // The garbage collector takes references to a deleted Lease off within 2 s (theia-cloud.md lever 3); a slow machine gets more.
  await until(stage, 'nothing left', async () => (await left()).length === 0, 15).catch(() => undefined);
  const view = await viewOf(ground.hands);
  const { writes } = await ground.traffic(mark);
  return [
    ...(next.exit === 0 ? [] : [`the next run ended with ${next.exit}: ${next.report?.verdict ?? ''}`]),
    ...leftoverFaults(view, {}),
    ...poolFaults(view, given, false),
    ...sessionFaults(baseline, view, {}),
    ...(await writeFaults(writes, ground.history, allowed)),
  ];
}

function tell(run: Run | undefined): string {
  if (run === undefined) return '';
  return `--- ${run.args.join(' ')}: ${run.exit}\n${run.stderr.trimEnd()}\n${run.report?.verdict ?? ''}`;
}
