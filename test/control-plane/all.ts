import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram } from '../harness/program-file.ts';
import { limitOf, runFile, stopAll } from '../harness/run-file.ts';

/**
 * `npm run test:cluster [-- PATTERN...]`: everything that needs a server or a foreign program, one suite after another: scenarios on a
 * real control plane and its own tests, the lab's answers against those of the real API server, the chart and the image, releases by Helm and
 * Argo CD's engine. Patterns pick among the first. The last line is `N passed, N failed`.
 */
const root = join(import.meta.dirname, '../..');
const scenarios = 'test/harness/play-all.ts';
const patterns = process.argv.slice(2);
const count = { passed: 0, failed: 0 };

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopAll();
    process.exit(130);
  });
}

await buildProgram();
for (const file of testFiles('test/control-plane', '.test.ts').filter(isChosen)) await one(file);
await suite(scenarios, ['--ground', 'control-plane', ...patterns]);
if (patterns.length === 0) {
  await suite('test/lab/parity/run.ts', []);
  for (const file of testFiles('test', '.tools.ts')) await one(file);
  await suite(scenarios, ['--ground', 'tools']);
}
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);

/** A suite with a runner of its own: its closing line counts; without one its exit code does. */
async function suite(file: string, args: readonly string[]): Promise<void> {
  process.stdout.write(`\n== ${[file, ...args].join(' ')}\n`);
  const { code, last } = await passThrough([file, ...args]);
  const closing = /^(\d+) passed, (\d+) failed$/.exec(last);
  const failed = closing === null ? 0 : Number(closing[2]);
  count.passed += closing === null ? Number(code === 0) : Number(closing[1]);
  // A pattern may pick nothing of one suite.
  if (last === '0 passed, 0 failed' && patterns.length > 0) return;
  count.failed += code === 0 ? failed : Math.max(1, failed);
}

/** uvu files that need helm, root or a control plane: `*.tools.ts`. */
async function one(file: string): Promise<void> {
  const { passed, failed, problems, output, seconds } = await runFile(
    file,
    root,
    limitOf(root, file, 300_000),
  );
  count.passed += passed;
  count.failed += failed;
  process.stdout.write(`${failed > 0 ? 'FAILED' : 'ok    '} ${file} (${seconds.toFixed(1)} s)\n`);
  if (failed > 0) process.stdout.write(`${problems.join('; ')}\n${output}\n`);
}

function testFiles(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .sort();
}

function isChosen(file: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => file.includes(pattern));
}

function passThrough(args: readonly string[]): Promise<{ code: number; last: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let rest = '';
  let last = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    last = lines.findLast((line) => line.trim() !== '') ?? last;
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: 1, last: '' }));
    child.once('close', (code) =>
      resolve({ code: code ?? 1, last: rest.trim() === '' ? last : rest.trim() }),
    );
  });
}
