import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { controlPlaneGround } from '../harness/control-plane-ground.ts';
import { loadScenarios, type Part } from '../harness/load-scenarios.ts';
import { play } from '../harness/play.ts';
import { buildProgram } from '../harness/program-file.ts';
import { limitOf, runFile, stopAll } from '../harness/run-file.ts';
import { widthLimit } from '../harness/width-limit.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';

/**
 * `npm run test:cluster [-- PATTERN...] [--width N]`: the tests of this folder's own code, then every scenario on a real
 * control plane, N namespaces at a time; what fails is played once more, alone. A pattern picks by file name and kind of operator. Ends with 0 only when
 * something ran and everything passed; the last line is `N passed, N failed`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { width: { type: 'string', default: '8' } },
});
const root = join(import.meta.dirname, '../..');
const count = { passed: 0, failed: 0 };
const isChosen = (name: string): boolean =>
  positionals.length === 0 || positionals.some((pattern) => name.includes(pattern));
let cluster: ControlPlane | undefined;

let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopping = true;
    stopAll();
    void Promise.resolve(cluster?.stop()).finally(() => process.exit(130));
  });
}

// A failure that nobody waits for fails the run, and lets the other scenarios go on.
process.on('unhandledRejection', (error) => {
  if (stopping) return;
  count.failed += 1;
  process.stdout.write(`FAILED beside the scenarios: ${error instanceof Error ? error.stack : error}\n`);
});

try {
  await buildProgram();
  await ownTests();
  await scenarios();
} catch (error) {
  count.failed += 1;
  process.stdout.write(`FAILED: ${error instanceof Error ? error.stack : error}\n`);
} finally {
  await cluster?.stop();
}
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);

async function ownTests(): Promise<void> {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  for (const file of names.map((name) => `test/control-plane/${name}`).filter(isChosen)) {
    const { passed, failed, problems, output, seconds } = await runFile(
      file,
      root,
      limitOf(root, file, 120_000),
    );
    count.passed += passed;
    count.failed += failed;
    tell(file, failed > 0 ? `${problems.join('; ')}\n${output.trimEnd()}` : '', seconds);
  }
}

async function scenarios(): Promise<void> {
  const parts = (await loadScenarios('control-plane')).filter((part) => isChosen(titleOf(part)));
  if (parts.length === 0) return;
  const plane = await startControlPlane();
  cluster = plane;
  const limit = widthLimit(Number(values.width));
  const again: Part[] = [];
  await Promise.all(parts.map((part) => limit(() => one(plane, part, again))));
  plane.check();
  // Deadlines in these stories are wall time: what fails beside five others is played once more alone, and that counts.
  for (const part of again) await one(plane, part);
}

async function one(plane: ControlPlane, part: Part, again?: Part[]): Promise<void> {
  const { name, kind, scenario } = part;
  const namespace = `${name}-${kind}`.slice(0, 60) + (again === undefined ? '-2' : '');
  const played = play(scenario, kind, () => controlPlaneGround(plane, namespace, scenario.given));
  const { faults, story, seconds } = await Promise.race([played, tooLong()]).catch((error: unknown) => ({
    faults: [String(error)],
    story: '',
    seconds: 0,
  }));
  const alone = again !== undefined && faults.length > 0;
  if (alone) again.push(part);
  else count[faults.length === 0 ? 'passed' : 'failed'] += 1;
  tell(
    `${titleOf(part)}${alone ? ', to be played again alone' : ''}`,
    faults.length === 0 ? '' : `${scenario.title}\n${faults.join('\n')}\n${story}`,
    seconds,
  );
}

/** The longest scenario takes two minutes on a machine that is not busy. */
async function tooLong(): Promise<never> {
  await sleep(600_000, undefined, { ref: false });
  throw new Error('not over after 600 s');
}

function titleOf({ name, kind }: Part): string {
  return `${name} (${kind})`;
}

function tell(title: string, failure: string, seconds: number): void {
  const time = `${seconds.toFixed(1).padStart(6)} s`;
  process.stdout.write(
    failure === '' ? `ok     ${time}  ${title}\n` : `FAILED ${time}  ${title}\n${failure}\n\n`,
  );
}
