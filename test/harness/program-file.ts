import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const variable = 'WARMGATE_TEST_PROGRAM';

/** What tests start as the program: the bundle that a whole run was built for, plugin/main.ts for a file run by itself. */
export const programFile = process.env[variable] ?? join(root, 'plugin/main.ts');

/** Compiled code, kept between processes and runs: half of what a short run costs is compiling itself. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'warmgate-compile-cache') };

/**
 * Builds what ships, once for all processes that this one starts; it loads in a fraction of the time that the sources take.
 * Gone with this process. The path of its one file.
 */
export async function buildProgram(): Promise<string> {
  const built = process.env[variable];
  if (built !== undefined) return built;
  const { bundle } = await import('../../build/bundle.ts');
  const files = await bundle(root, '');
  mkdirSync(compileCache.NODE_COMPILE_CACHE, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-program-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  const program = join(folder, 'warmgate.js');
  process.env[variable] = program;
  return program;
}
