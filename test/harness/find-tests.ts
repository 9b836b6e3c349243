import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
