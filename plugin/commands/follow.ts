import type { Ports } from '../run/rounds.ts';
import { ending, type Run } from './open-run.ts';

/** After an API failure, doubled each time. */
const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** `guard --follow` outlasts an API server that fails: it says so and looks again later. */
export function outlast(run: Run): NonNullable<Ports['survives']> {
  const { cluster, io, progress } = run;
  return async (failure, times) => {
    const known = await ending(failure, run);
    // An AppDefinition named with --app may come back.
    if (known.exit !== 3 && known.code !== 'unknownApp') return false;
    const pause = Math.min(firstPauseMs * 2 ** (times - 1), longestPauseMs);
    progress.say(`${known.message}; looking again in ${Math.round(pause / 1000)} s`);
    await cluster.clock.sleep(pause, io.stop);
    return true;
  };
}
