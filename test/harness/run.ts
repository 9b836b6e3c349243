import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProgram } from './program-file.ts';
import { type FileResult, findTests, limitOf, runFile, stopAll } from './run-file.ts';

/**
 * `npm test [-- PATTERN...] [--limit SECONDS] [--slow N] [--root FOLDER]`: every test file below test/ in a process of its own,
 * some at a time; `--slow N` names the N slowest. Ends with 0 only when something ran and everything passed. The last line is `N passed, N failed`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '120' },
    slow: { type: 'string', default: '0' },
    root: { type: 'string', default: process.cwd() },
  },
});
const { root } = values;
const files = findTests(root, positionals);
// Files with a limit of their own are the long ones: first, so that none of them runs alone at the end.
const usual = Number(values.limit) * 1000;
const waiting = [...files].sort((one, other) => limitOf(root, other, usual) - limitOf(root, one, usual));
const results: FileResult[] = [];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopAll();
    process.exit(130);
  });
}

if (existsSync(join(root, 'plugin'))) await buildProgram();
await Promise.all(Array.from({ length: Math.min(4, 2 * availableParallelism()) }, worker));
close();

async function worker(): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const result = await runFile(file, root, limitOf(root, file, usual));
    results.push(result);
    tell(result);
  }
}

function tell({ file, passed, failed, problems, seconds, output }: FileResult): void {
  if (failed > 0) {
    process.stdout.write(`\nFAILED ${file}: ${problems.join('; ')}\n${output.trimEnd()}\n\n`);
  } else if (process.stdout.isTTY) {
    process.stdout.write(`${file}  ${passed} passed, ${seconds.toFixed(1)} s\n`);
  }
}

function close(): void {
  if (files.length === 0) process.stdout.write(`no test file matches ${positionals.join(' ') || 'test/'}\n`);
  const broken = results.filter(({ failed }) => failed > 0);
  for (const { file, problems } of broken) process.stdout.write(`${file}: ${problems.join('; ')}\n`);
  const slowest = [...results]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, Number(values.slow));
  for (const { file, seconds } of slowest) process.stdout.write(`${seconds.toFixed(1)} s  ${file}\n`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = files.length === 0 ? 1 : results.reduce((sum, result) => sum + result.failed, 0);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
