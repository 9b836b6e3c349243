import { startWarmgate } from '../harness/warmgate.ts';
import type { Place } from './way.ts';

/** The gate as designed is what the program does: `verify`, as a process of its own. */
export async function gate({ tapped, limitMs }: Place): Promise<string> {
  const args = ['verify', '--settle', '3s', '--timeout', `${Math.round(limitMs / 1000)}s`];
  const running = await startWarmgate(tapped.ground, args, true);
  const run = await running.done;
  if (run.exit === 0) return 'renewed';
  return `exit ${run.exit}: ${run.report?.verdict ?? run.stderr.slice(-400)}`;
}
