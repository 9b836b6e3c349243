import { spawn } from 'node:child_process';
import * as assert from 'uvu/assert';
import { endsWithUs } from '../harness/children.ts';
import { compileCache, programFile } from '../harness/program-file.ts';

/** How a run of the program ended. */
export interface Ended {
  exit: number | string;
  out: string;
  err: string;
}

export interface Surroundings {
  env?: Readonly<Record<string, string>>;
  /** Standard input; empty by default. */
  input?: string;
  cwd?: string;
}

const longestMs = 60_000;

/** Runs the program as a process of its own, piped, with nothing of this one's environment. */
export async function program(
  argv: readonly string[],
  { env = {}, input = '', cwd }: Surroundings = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [programFile, ...argv], {
    env: { PATH: '', HOME: '/nowhere', ...compileCache, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: longestMs,
    ...(cwd === undefined ? {} : { cwd }),
  });
  endsWithUs(child);
  child.stdin.on('error', () => undefined).end(input);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const exit = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  return { exit, out, err };
}

/** One clear line about what the caller did wrong, and nothing on stdout. */
export function refused({ exit, out, err }: Ended, says: RegExp): void {
  assert.is(exit, 2, err);
  assert.is(out, '');
  assert.match(err, /^warmgate: [^\n]+\n$/);
  assert.match(err, says);
  assert.not.match(err, /\bat .*\.ts:|Error:/, 'no stack, no class name');
}
