import type { TappedGround } from '../harness/tapped.ts';
import { type Run, startWarmgate } from '../harness/warmgate.ts';
import type { KillPoint } from './kill-case.ts';

export interface Killed {
  run: Run;
  /** Writes that reached the server. */
  writes: number;
  /** False: it ended by itself before that write. */
  killed: boolean;
}

/**
 * Runs warmgate and kills it at one write: before the server hears of it, or once the server has carried it out and before the process
 * hears of that. From that moment nothing of the process reaches the server. Without a point it runs to its end.
 */
export async function runUntil(
  { ground, tap }: TappedGround,
  args: readonly string[],
  point?: KillPoint,
): Promise<Killed> {
  let writes = 0;
  let dead = false;
  const kill = async (): Promise<void> => {
    dead = true;
    running.signal('SIGKILL');
    await running.done;
  };
  tap.before(async ({ write }) => {
    if (dead) return 'drop';
    if (!write) return undefined;
    if (point?.phase === 'before' && writes + 1 === point.write) {
      await kill();
      return 'drop';
    }
    writes += 1;
    return undefined;
  });
  if (point?.phase === 'after') tap.onWrite(point.write, kill);
  const running = await startWarmgate(ground, args, true);
  const run = await running.done;
  tap.before(() => undefined);
  return { run, writes, killed: dead };
}
