import { type ChildProcess, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Gets SIGKILL when this process ends, if it has not ended before. */
export function endsWithUs(child: ChildProcess): void {
  running.add(child);
  const gone = (): boolean => running.delete(child);
  child.once('error', gone).once('exit', gone);
}

/** How a process ended: its exit code, the signal that ended it, or why it never began. */
export interface Ended {
  exit: number | string;
  out: string;
  err: string;
  /** Both, in the order of arrival. */
  all: string;
}

export interface ChildOptions {
  /** All of its environment. */
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string | undefined;
  /** Standard input; empty unless told. */
  input?: string;
  /** Milliseconds, beyond which it is killed. */
  longestMs: number;
}

/** Runs a program, which does not outlive this process. `done` never throws. */
export function startChild(
  command: string,
  args: readonly string[],
  { env, cwd, input = '', longestMs }: ChildOptions,
): { done: Promise<Ended>; signal(name: NodeJS.Signals): void } {
  const child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  endsWithUs(child);
  child.stdin.on('error', () => undefined).end(input);
  const said = { out: '', err: '', all: '' };
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const)
    stream.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      said.all += text;
    });
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
  const done = new Promise<Ended>((resolve) => {
    const end = (exit: number | string): void => {
      clearTimeout(timer);
      resolve({ exit, ...said });
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code, signal) => end(code ?? signal ?? 'nothing'));
  });
  return { done, signal: (name) => void child.kill(name) };
}
