import type { OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import type { Ground } from './ground.ts';
import { intactFaults } from './judge-intact.ts';
import { leftoverFaults } from './judge-leftovers.ts';
import { runFaults } from './judge-run.ts';
import { handedFaults, sessionFaults } from './judge-sessions.ts';
import { nudgeFaults, writeFaults } from './judge-writes.ts';
import type { Expectation, Scenario } from './scenario.ts';
import { newStage, prepare, type Stage, until } from './stage.ts';
import { takeSteps } from './steps.ts';
import { viewOf } from './view.ts';

/** What became of one scenario with one kind of operator. */
export interface Played {
  /** Empty: everything was as expected. */
  faults: string[];
  /** What happened, for whoever reads a failure. */
  story: string;
  seconds: number;
}

/** Plays a scenario on a ground of its own, which is stopped whatever comes of it. */
export async function play(
  scenario: Scenario,
  kind: OperatorKind,
  makeGround: () => Promise<Ground>,
): Promise<Played> {
  const begun = performance.now();
  const ground = await makeGround();
  const stage = newStage(ground, kind, scenario.given);
  let faults: string[];
  try {
    await prepare(stage);
    await takeSteps(stage, scenario.when);
    faults = await judge(stage, expectationFor(scenario, kind));
  } catch (error) {
    faults = [`stopped: ${error instanceof Error ? error.stack : error}`];
  } finally {
    for (const running of stage.background.values()) running.signal('SIGKILL');
    await stage.operator.close();
    await ground.stop();
  }
  return { faults, story: storyOf(stage), seconds: (performance.now() - begun) / 1000 };
}

export function expectationFor({ expect, differs }: Scenario, kind: OperatorKind): Expectation {
  const own = differs?.[kind] ?? {};
  return { ...expect, ...own, runs: { ...expect.runs, ...own.runs } };
}

async function judge(stage: Stage, expected: Expectation): Promise<string[]> {
  const { ground, runs } = stage;
  const missing = Object.keys(expected.runs ?? {}).filter((name) => !runs.has(name));
  const faults = missing.map((name) => `no run is called ${name}`);
  for (const [name, run] of runs) {
    const wanted = expected.runs?.[name];
    faults.push(
      ...(wanted === undefined ? [`run ${name} has no expectation`] : runFaults(name, run, wanted)),
    );
  }
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
  return [...faults, ...stage.wrong];
}

/** The garbage collector takes references to a deleted Lease off within 2 s (theia-cloud.md lever 3); a slow machine gets more. */
async function collected(stage: Stage, expected: Expectation): Promise<void> {
  const clean = async () => leftoverFaults(await viewOf(stage.ground.hands), expected).length === 0;
  await until(stage, 'nothing left', clean, 15).catch(() => undefined);
}

function storyOf({ diary, runs, operator }: Stage): string {
  const texts = [...runs].map(([name, { args, exit, stderr, report, traffic }]) => {
    const head = `--- ${name} (${args.join(' ')}): exit ${exit}, ${traffic.writes.length} writes`;
    const reasons = (report?.pools ?? []).flatMap(({ app, instances }) =>
      instances.flatMap(({ id, state, reasons }) =>
        reasons.map(({ text }) => `  ${app} ${id} ${state}: ${text}`),
      ),
    );
    return [head, stderr.trimEnd(), ...reasons, report?.verdict ?? ''].join('\n');
  });
  return [...diary, ...texts, '--- operator', ...operator.lines.slice(-15)].join('\n');
}
