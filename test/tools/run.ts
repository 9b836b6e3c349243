import { parseArgs } from 'node:util';
import { type ControlPlane, startControlPlane } from '../control-plane/control-plane.ts';
import type { Played } from '../harness/play.ts';
import { widthLimit } from '../harness/width-limit.ts';
import { startLogServer } from './hook-kubelet.ts';
import { loadToolScenarios, type ToolPart } from './load-tool-scenarios.ts';
import { playRights } from './rights.ts';
import { playTools } from './tool-play.ts';
import { openWorkshop, type Tools } from './workshop.ts';

/**
 * `node test/tools/run.ts [PATTERN...] [--width N]`: every scenario of scenarios/ with every tool that it names, on a real
 * control plane, N namespaces at a time. A pattern picks by file name and tool. Ends with 0 only when something ran and
 * everything passed; the last line is `N passed, N failed`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { width: { type: 'string', default: '8' } },
});
const rightsTitle = 'rights, each taken away once';
const count = { passed: 0, failed: 0 };
let cluster: ControlPlane | undefined;
let tools: Tools | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void close().finally(() => process.exit(130)));
}

try {
  const parts = (await loadToolScenarios())
    .filter((part) => isChosen(titleOf(part)))
    .sort((one, other) => Number(other.scenario.long ?? false) - Number(one.scenario.long ?? false));
  if (parts.length > 0 || isChosen(rightsTitle)) await play(parts);
} catch (error) {
  count.failed += 1;
  process.stdout.write(`FAILED: ${error instanceof Error ? error.stack : error}\n`);
} finally {
  await close();
}
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);

async function play(parts: readonly ToolPart[]): Promise<void> {
  const workshop = await openWorkshop();
  tools = workshop;
  const plane = await startControlPlane();
  cluster = plane;
  const logs = await startLogServer(plane, (namespace, pod) => workshop.kubelets.get(namespace)?.logOf(pod));
  const limit = widthLimit(Number(values.width));
  const rights = isChosen(rightsTitle)
    ? [limit(() => tellOf(rightsTitle, '', playRights(plane, workshop, 'rights')))]
    : [];
  const again: ToolPart[] = [];
  await Promise.all([...rights, ...parts.map((part) => limit(() => one(plane, workshop, part, again)))]);
  plane.check();
  // Deadlines in these stories are wall time: what fails beside others is played once more alone, and that counts.
  for (const part of again) await one(plane, workshop, part);
  await logs.stop();
}

async function one(plane: ControlPlane, workshop: Tools, part: ToolPart, again?: ToolPart[]): Promise<void> {
  const { name, tool, scenario } = part;
  const namespace = `${name}-${tool}`.slice(0, 60) + (again === undefined ? '-2' : '');
  const playing = playTools(plane, workshop, scenario, tool, namespace);
  await tellOf(titleOf(part), scenario.title, playing, again && (() => again.push(part)));
}

/** `again`: takes a failed part for a second, lonely try, which is then the one that counts. */
async function tellOf(
  title: string,
  claim: string,
  playing: Promise<Played>,
  again?: () => void,
): Promise<void> {
  const { faults, story, seconds } = await playing.catch((error: unknown) => ({
    faults: [String(error)],
    story: '',
    seconds: 0,
  }));
  if (again !== undefined && faults.length > 0) again();
  else count[faults.length === 0 ? 'passed' : 'failed'] += 1;
  const time = `${seconds.toFixed(1).padStart(6)} s`;
  const failure = faults.length === 0 ? '' : `${claim}\n${faults.join('\n')}\n`;
  const told = failure !== '' || process.env.STORY ? `${failure}${story}\n\n` : '';
  process.stdout.write(`${failure === '' ? 'ok    ' : 'FAILED'} ${time}  ${title}\n${told}`);
}

async function close(): Promise<void> {
  await cluster?.stop();
  await tools?.stop();
}

function titleOf({ name, tool }: ToolPart): string {
  return `${name} (${tool})`;
}

function isChosen(title: string): boolean {
  return positionals.length === 0 || positionals.some((pattern) => title.includes(pattern));
}
