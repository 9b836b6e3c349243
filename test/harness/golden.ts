import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';

const folder = join(import.meta.dirname, '../fixtures/golden');

/** Where and how golden files are kept; the defaults serve every test but golden.test.ts. */
export interface GoldenOptions {
  folder?: string;
  environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Compares a whole output, byte by byte, with `test/fixtures/golden/<name>`.
 * `UPDATE_GOLDEN=1` writes the file instead; under `CI` that is refused, and a missing file always fails.
 */
export function golden(name: string, actual: string, options: GoldenOptions = {}): void {
  const file = join(options.folder ?? folder, name);
  const environment = options.environment ?? process.env;
  if (environment.UPDATE_GOLDEN === '1' && !environment.CI) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
    return;
  }
  if (!existsSync(file)) {
    assert.unreachable(`golden file ${name} is missing; run with UPDATE_GOLDEN=1 and read what it wrote`);
  }
  const expected = readFileSync(file, 'utf8');
  // assert.fixture ignores common indentation, so it only draws the difference; assert.is decides.
  if (actual !== expected) assert.fixture(actual, expected, `golden file ${name} differs`);
  assert.is(actual, expected, `golden file ${name} differs in white space`);
}
