import { stripVTControlCharacters } from 'node:util';

/** What one test file's process left behind. */
export interface Finished {
  stdout: string;
  /** Exit code, or the signal that ended it. */
  exit: number | string;
  /** It was stopped because it ran longer than it may. */
  timedOut: boolean;
}

/** Counts of tests, and why a file counts as broken although no test said so. */
export interface Outcome {
  passed: number;
  failed: number;
  problems: string[];
}

/**
 * Judges one file. uvu ends with 0 when a file forgets `.run()`, when a `before` hook throws and when a test throws
 * something that is no Error, so the counts decide as well as the exit code. A broken file has at least one failure.
 */
export function judge(finished: Finished): Outcome {
  const blocks = resultBlocks(finished.stdout);
  const problems: string[] = [];
  if (finished.timedOut) problems.push('ran too long and was stopped');
  else if (finished.exit !== 0) problems.push(`ended with ${finished.exit}`);
  if (blocks.length === 0) problems.push('printed no results');
  if (blocks.length > 1) problems.push(`printed ${blocks.length} result blocks`);
  const { total, passed, skipped } = blocks.at(-1) ?? { total: 0, passed: 0, skipped: 0 };
  if (blocks.length > 0 && total === 0) problems.push('holds no test; is .run() missing?');
  if (passed !== total) problems.push(`${passed} of ${total} tests passed`);
  if (skipped > 0) problems.push(`${skipped} skipped`);
  const failed = total - passed + skipped;
  return { passed, failed: problems.length > 0 ? Math.max(1, failed) : 0, problems };
}

function resultBlocks(stdout: string): { total: number; passed: number; skipped: number }[] {
  const block = /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: /gm;
  return [...stripVTControlCharacters(stdout).matchAll(block)].map(([, total, passed, skipped]) => ({
    total: Number(total),
    passed: Number(passed),
    skipped: Number(skipped),
  }));
}
