import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';
import { compileCache } from './program-file.ts';

export interface FileResult extends Outcome {
  file: string;
  /** Everything it printed, both streams in the order of arrival. */
  output: string;
  seconds: number;
}

const running = new Set<number>();

/** Runs one test file in its own process and process group; after `limitMs` the whole group is killed. */
export function runFile(file: string, cwd: string, limitMs: number): Promise<FileResult> {
  const started = performance.now();
  const { FORCE_COLOR: _, ...environment } = process.env;
  const child = spawn(process.execPath, [file], {
    cwd,
    env: { ...compileCache, ...environment, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  let stdout = '';
  let output = '';
  let timedOut = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const timer = setTimeout(() => {
    timedOut = true;
    stopGroup(pid);
  }, limitMs);
  return new Promise((resolve) => {
    const finish = (exit: number | string): void => {
      clearTimeout(timer);
      // What a file started must not outlive it: the next one shares the machine.
      stopGroup(pid);
      if (pid !== undefined) running.delete(pid);
      const seconds = (performance.now() - started) / 1000;
      resolve({ file, output, seconds, ...judge({ stdout, exit, timedOut }) });
    };
    child.once('error', (error) => finish(error.message));
    child.once('exit', (code, signal) => {
      // A grandchild that inherited the pipes keeps them open; give the text a moment, no more.
      const lastText = setTimeout(() => finish(code ?? signal ?? 'nothing'), 1000);
      child.once('close', () => {
        clearTimeout(lastText);
        finish(code ?? signal ?? 'nothing');
      });
    });
  });
}

/** Stops every file that is still running; for an interrupted run. */
export function stopAll(): void {
  for (const pid of running) stopGroup(pid);
}

function stopGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

/** What one test file's process left behind. */
export interface Finished {
  stdout: string;
  /** Exit code, or the signal that ended it. */
  exit: number | string;
  /** It was stopped because it ran longer than it may. */
  timedOut: boolean;
}

/** Counts of tests, and why a file counts as broken although no test said so. */
export interface Outcome {
  passed: number;
  failed: number;
  problems: string[];
}

/**
 * Judges one file. uvu ends with 0 when a file forgets `.run()`, when a `before` hook throws and when a test throws
 * something that is no Error, so the counts decide as well as the exit code. A broken file has at least one failure.
 */
export function judge(finished: Finished): Outcome {
  const blocks = resultBlocks(finished.stdout);
  const problems: string[] = [];
  if (finished.timedOut) problems.push('ran too long and was stopped');
  else if (finished.exit !== 0) problems.push(`ended with ${finished.exit}`);
  if (blocks.length === 0) problems.push('printed no results');
  if (blocks.length > 1) problems.push(`printed ${blocks.length} result blocks`);
  const { total, passed, skipped } = blocks.at(-1) ?? { total: 0, passed: 0, skipped: 0 };
  if (blocks.length > 0 && total === 0) problems.push('holds no test; is .run() missing?');
  if (passed !== total) problems.push(`${passed} of ${total} tests passed`);
  if (skipped > 0) problems.push(`${skipped} skipped`);
  const failed = total - passed + skipped;
  return { passed, failed: problems.length > 0 ? Math.max(1, failed) : 0, problems };
}

function resultBlocks(stdout: string): { total: number; passed: number; skipped: number }[] {
  const block = /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: /gm;
  return [...stripVTControlCharacters(stdout).matchAll(block)].map(([, total, passed, skipped]) => ({
    total: Number(total),
    passed: Number(passed),
    skipped: Number(skipped),
  }));
}

/** Folders below test/ whose files are started by a runner of their own. */
const elsewhere = ['test/control-plane/', 'test/scenarios/', 'test/fixtures/'];

/** Test files below `test/` of `root`, sorted, whose path holds one of the patterns (none given: all). */
export function findTests(root: string, patterns: readonly string[]): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !elsewhere.some((folder) => file.startsWith(folder)))
    .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
    .sort();
}

/** Milliseconds that a file may run: its own line `// limit: 300 s`, else the usual limit. */
export function limitOf(root: string, file: string, usualMs: number): number {
  const own = /^\/\/ limit: (\d+) s$/m.exec(readFileSync(join(root, file), 'utf8'));
  return own === null ? usualMs : Number(own[1]) * 1000;
}
