import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type ControlPlane, startControlPlane } from '../control-plane/control-plane.ts';
import { toolGround } from '../tools/ground.ts';
import { startLogServer } from '../tools/hook-kubelet.ts';
import { playRights } from '../tools/rights.ts';
import { openWorkshop } from '../tools/workshop.ts';
import { controlPlaneGround } from './control-plane-ground.ts';
import { labGround } from './lab-ground.ts';
import { loadScenarios, type Part, titleOf } from './load-scenarios.ts';
import { type Played, play } from './play.ts';
import { buildProgram } from './program-file.ts';
import type { GroundName } from './scenario.ts';
import { widthLimit } from './width-limit.ts';

/**
 * `node test/harness/play-all.ts [--ground lab|control-plane|tools] [PATTERN...] [--width N]`: every scenario of a ground, N at a time;
 * what fails is played once more, alone, and that counts. A pattern picks by name and by kind of operator or tool. With `STORY` in the environment it tells what
 * happened in each. Ends with 0 only when something ran and everything passed; the last line is `N passed, N failed`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ground: { type: 'string', default: 'lab' }, width: { type: 'string' } },
});

/** Something to be played, whose deadlines are wall time: beside others it may fail for want of a core. */
interface Play {
  title: string;
  claim: string;
  play(namespace: string): Promise<Played>;
}

/** Makes what scenarios of a ground share; `closing` gets what ends it. */
const openings: Record<GroundName, (parts: readonly Part[]) => Promise<Play[]>> = {
  lab: async (parts) => parts.map((part) => playOf(part, () => labGround(part.scenario.given))),
  'control-plane': async (parts) => {
    const plane = await startPlane();
    return parts.map((part) =>
      playOf(part, (namespace) => controlPlaneGround(plane, namespace, part.scenario.given)),
    );
  },
  tools: async (parts) => {
    const tools = await openWorkshop();
    closing.push(() => tools.stop());
    const plane = await startPlane();
    const logs = await startLogServer(plane, (namespace, pod) => tools.kubelets.get(namespace)?.logOf(pod));
    closing.push(() => logs.stop());
    const rights = { title: rightsTitle, claim: '', play: (name: string) => playRights(plane, tools, name) };
    return [
      ...(isChosen(rightsTitle) ? [rights] : []),
      ...parts.map((part) =>
        playOf(part, (namespace) => toolGround(plane, namespace, tools, part.tool ?? 'helm4')),
      ),
    ];
  },
};
const rightsTitle = 'rights, each taken away once';
const widths: Record<GroundName, number> = { lab: 1, 'control-plane': 8, tools: 8 };
/** The longest scenario takes some minutes on a machine that is not busy. */
const longestMs = 600_000;

const count = { passed: 0, failed: 0 };
const closing: (() => Promise<void>)[] = [];
let cluster: ControlPlane | undefined;
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopping = true;
    void close().finally(() => process.exit(130));
  });
}

// A failure that nobody waits for fails the run, and lets the other scenarios go on.
process.on('unhandledRejection', (error) => {
  if (stopping) return;
  count.failed += 1;
  process.stdout.write(`FAILED beside the scenarios: ${error instanceof Error ? error.stack : error}\n`);
});

try {
  if (!(values.ground in openings)) throw new Error(`no ground ${values.ground}`);
  await playAll(values.ground as GroundName);
} catch (error) {
  count.failed += 1;
  process.stdout.write(`FAILED: ${error instanceof Error ? error.stack : error}\n`);
} finally {
  await close();
}
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);

async function playAll(ground: GroundName): Promise<void> {
  const parts = (await loadScenarios(ground)).filter((part) => isChosen(titleOf(part)));
  if (parts.length === 0 && !isChosen(rightsTitle)) return;
  await buildProgram();
  const longFirst = parts.sort(
    (one, other) => Number(other.scenario.long ?? false) - Number(one.scenario.long ?? false),
  );
  const limit = widthLimit(Number(values.width ?? widths[ground]));
  const again: Play[] = [];
  await Promise.all(
    (await openings[ground](longFirst)).map((each) =>
      limit(async () => {
        if (!(await one(each, true))) again.push(each);
      }),
    ),
  );
  cluster?.check();
  for (const each of again) await one(each, false);
}

/** True when it passed. `first`: a failure does not count yet. */
async function one({ title, claim, play }: Play, first: boolean): Promise<boolean> {
  const namespace =
    title
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 58)
      .replace(/-$/, '') + (first ? '' : '-2');
  const { faults, story, seconds } = await Promise.race([play(namespace), tooLong()]).catch(
    (error: unknown) => ({
      faults: [String(error)],
      story: '',
      seconds: 0,
    }),
  );
  const passed = faults.length === 0;
  if (passed || !first) count[passed ? 'passed' : 'failed'] += 1;
  const head = `${passed ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${title}`;
  const told = passed ? [] : [claim, ...faults];
  if (!passed || process.env.STORY) told.push(story, '');
  process.stdout.write(
    `${[`${head}${passed || !first ? '' : ', to be played again alone'}`, ...told].join('\n')}\n`,
  );
  return passed;
}

function playOf(part: Part, ground: (namespace: string) => ReturnType<typeof labGround>): Play {
  return {
    title: titleOf(part),
    claim: part.scenario.title,
    play: (namespace) => play(part, () => ground(namespace)),
  };
}

async function startPlane(): Promise<ControlPlane> {
  cluster = await startControlPlane();
  closing.push(async () => cluster?.stop());
  return cluster;
}

async function tooLong(): Promise<never> {
  await sleep(longestMs, undefined, { ref: false });
  throw new Error(`not over after ${longestMs / 1000} s`);
}

async function close(): Promise<void> {
  for (const end of closing.splice(0).toReversed()) await end();
}

function isChosen(title: string): boolean {
  return positionals.length === 0 || positionals.some((pattern) => title.includes(pattern));
}
