import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, bundle } from '../../build/bundle.ts';
import { type Ended, startChild } from '../harness/children.ts';

export const root: string = join(import.meta.dirname, '../..');

/** What a process left behind. */
export type Ran = Omit<Ended, 'all'>;

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
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ran> {
  const options = { cwd: root, env: { PATH: '', ...env }, longestMs: 60_000 };
  const { done } = startChild(process.execPath, [program, ...args], options);
  return done.then(({ exit, out, err }) => ({ exit, out, err }));
}
