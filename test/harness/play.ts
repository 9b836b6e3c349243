import { hookRunsOf } from '../tools/judge-release.ts';
import type { Expectation } from './expectation.ts';
import type { Ground } from './ground.ts';
import { judge } from './judge.ts';
import type { Part } from './load-scenarios.ts';
import type { Given } from './scenario.ts';
import { newStage, prepare, type Stage } from './stage.ts';
import { takeSteps } from './steps.ts';
import type { Run } from './warmgate.ts';

/** What became of one scenario with one kind of operator or one tool. */
export interface Played {
  /** Empty: everything was as expected. */
  faults: string[];
  /** What happened, for whoever reads a failure. */
  story: string;
  seconds: number;
  /** False: the cluster never came to what the scenario starts from, so nothing is proved. */
  prepared: boolean;
  runs: ReadonlyMap<string, Run>;
}

/** Plays a scenario on a ground of its own, which is stopped whatever comes of it. */
export async function play(part: Omit<Part, 'name'>, makeGround: () => Promise<Ground>): Promise<Played> {
  const { scenario, kind } = part;
  const begun = performance.now();
  const ground = await makeGround();
  const stage = newStage(ground, kind, scenario.given);
  let prepared = false;
  let faults: string[];
  try {
    await prepare(stage);
    prepared = true;
    await takeSteps(stage, scenario.when);
    faults = await judge(stage, expectationFor(part));
  } catch (error) {
    faults = [`stopped: ${error instanceof Error ? error.stack : error}`];
  } finally {
    await close(stage);
  }
  const seconds = (performance.now() - begun) / 1000;
  return { faults, story: storyOf(stage), seconds, prepared, runs: stage.runs };
}

/** What is no scenario: plays a story on a ground of its own, which is stopped whatever comes of it. */
export async function onStage<T>(
  ground: Ground,
  given: Given,
  story: (stage: Stage) => Promise<T>,
): Promise<T> {
  const stage = newStage(ground, 'ensure-on-added', given);
  try {
    return await story(stage);
  } finally {
    await close(stage);
  }
}

async function close({ background, operator, ground }: Stage): Promise<void> {
  for (const running of background.values()) running.signal('SIGKILL');
  await operator.close();
  await ground.stop();
}

/** What is expected with this kind of operator or this tool. */
export function expectationFor({ scenario, kind, tool }: Omit<Part, 'name'>): Expectation {
  const { expect, differs } = scenario;
  const own = differs?.[tool ?? kind] ?? {};
  const runs = { ...expect.runs, ...own.runs };
  return { ...expect, ...own, runs, releases: { ...expect.releases, ...own.releases } };
}

function storyOf(stage: Stage): string {
  const { notes, runs, releases, operator } = stage;
  const told = [...runs].map(([name, { args, exit, stderr, report, traffic }]) => {
    const head = `--- ${name} (${args.join(' ')}): exit ${exit}, ${traffic.writes.length} writes`;
    const reasons = (report?.pools ?? []).flatMap(({ app, instances }) =>
      instances.flatMap(({ id, state, reasons }) =>
        reasons.map(({ text }) => `  ${app} ${id} ${state}: ${text}`),
      ),
    );
    return [head, stderr.trimEnd(), ...reasons, report?.verdict ?? ''].join('\n');
  });
  const released = [...releases].flatMap(([name, { outcome }]) => [
    `--- ${name}: ${outcome.ok ? 'ok' : 'failed'} after ${outcome.seconds.toFixed(1)} s`,
    outcome.output.slice(-2000),
    ...hookRunsOf(stage, name).map(
      ({ pod, args, exitCode, log, message }) =>
        `--- ${pod} ${args.join(' ')}: ${exitCode}\n${log || message}`,
    ),
  ]);
  return [...notes, ...told, ...released, '--- operator', ...operator.lines.slice(-15)].join('\n');
}
