import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram } from '../harness/program-file.ts';
import { limitOf, runFile, stopAll } from '../harness/run-file.ts';

/**
 * `npm run test:cluster [-- PATTERN...]`: everything that needs a server or a foreign program, one suite after another: scenarios on a
 * real control plane, the lab's answers against those of the real API server, the chart and the image, releases by Helm and
 * Argo CD's engine. Patterns go to the scenarios alone. The last line is `N passed, N failed`.
 */
const root = join(import.meta.dirname, '../..');
const patterns = process.argv.slice(2);
const count = { passed: 0, failed: 0 };

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopAll();
    process.exit(130);
  });
}

await buildProgram();
await suite('test/control-plane/run.ts', patterns);
if (patterns.length === 0) {
  await suite('test/lab/parity/run.ts', []);
  for (const file of toolTests()) await one(file);
  await suite('test/tools/run.ts', []);
}
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);

/** A suite with a runner of its own: its closing line counts; without one its exit code does. */
async function suite(file: string, args: readonly string[]): Promise<void> {
  process.stdout.write(`\n== ${file}\n`);
  const { code, last } = await passThrough([file, ...args]);
  const closing = /^(\d+) passed, (\d+) failed$/.exec(last);
  const failed = closing === null ? 0 : Number(closing[2]);
  count.passed += closing === null ? Number(code === 0) : Number(closing[1]);
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

function toolTests(): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tools.ts'))
    .map((name) => `test/${name}`)
    .sort();
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
