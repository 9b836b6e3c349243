import { type ChildProcess, spawn } from 'node:child_process';
import { endsWithUs } from '../harness/children.ts';
import type { Deployment, Outcome } from './deployer.ts';

/** A program under way; its `done` never throws. */
export interface RunningProgram extends Deployment {
  child: ChildProcess;
}

/** Longest that any program may run, milliseconds: beyond it it is killed. */
const longestMs = 480_000;

/** Starts a program with this environment alone. It gets SIGKILL when this process ends. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  stop: NodeJS.Signals = 'SIGTERM',
): RunningProgram {
  const begun = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  endsWithUs(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
  const done = new Promise<Outcome>((resolve) => {
    const end = (ok: boolean, more: string): void => {
      clearTimeout(timer);
      resolve({ ok, output: output + more, seconds: (performance.now() - begun) / 1000 });
    };
    child.once('error', (error) => end(false, error.message));
    child.once('close', (code, signal) => end(code === 0, signal === null ? '' : `\nended by ${signal}`));
  });
  return { child, done, terminate: () => void child.kill(stop) };
}
