import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { compileCache } from './program-file.ts';
import { judge, type Outcome } from './uvu-output.ts';

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
