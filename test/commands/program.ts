import * as assert from 'uvu/assert';
import { type Ended, startChild } from '../harness/children.ts';
import { compileCache, programFile } from '../harness/program-file.ts';

export interface Surroundings {
  env?: Readonly<Record<string, string>>;
  /** Standard input; empty by default. */
  input?: string;
  cwd?: string;
}

const longestMs = 60_000;

/** Runs the program as a process of its own, piped, with nothing of this one's environment. */
export function program(
  argv: readonly string[],
  { env = {}, input = '', cwd }: Surroundings = {},
): Promise<Ended> {
  return startChild(process.execPath, [programFile, ...argv], {
    env: { PATH: '', HOME: '/nowhere', ...compileCache, ...env },
    cwd,
    input,
    longestMs,
  }).done;
}

/** One clear line about what the caller did wrong, and nothing on stdout. */
export function refused({ exit, out, err }: Ended, says: RegExp): void {
  assert.is(exit, 2, err);
  assert.is(out, '');
  assert.match(err, /^warmgate: [^\n]+\n$/);
  assert.match(err, says);
  assert.not.match(err, /\bat .*\.ts:|Error:/, 'no stack, no class name');
}
