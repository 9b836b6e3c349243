import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, bundle } from '../../build/bundle.ts';

export const root: string = join(import.meta.dirname, '../..');

/** What a process left behind. */
export interface Ran {
  exit: number;
  out: string;
  err: string;
}

/** The bundle in a folder of its own, without the package around it. */
export interface Built {
  files: Bundle;
  folder: string;
  /** Runs the one file alone, as the image does. */
  run(...args: string[]): Promise<Ran>;
  remove(): void;
}

export async function built(revision = ''): Promise<Built> {
  const files = await bundle(root, revision);
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-bundle-'));
  const program = join(folder, 'warmgate.mjs');
  writeFileSync(program, files['warmgate.js']);
  return {
    files,
    folder,
    run: (...args) => run(program, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a program with this Node; of this process's variables it gets those of `env` only. */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const options = { cwd: root, env: { PATH: '', ...env }, timeout: 60_000, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (error, out, err) => {
      const code = error === null ? 0 : error.code;
      resolve({ exit: typeof code === 'number' ? code : -1, out, err });
    });
  });
}
