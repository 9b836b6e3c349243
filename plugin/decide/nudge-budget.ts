import type { PoolAssessment } from '../model/assessment.ts';
import { partKinds } from '../model/parts.ts';
import { instanceStates } from '../model/states.ts';
import { readNudge } from '../theia/nudge-mark.ts';
import { millis } from '../theia/time.ts';
import { passMends } from './renew.ts';

const windowMs = 3_600_000;

/**
 * Which nudge without progress the next one would be: 1 for a new generation, after an hour, or once the last one brought an
 * instance forward or a run proved the pool converged since: what broke then is another matter. A time further ahead than the window is nobody's.
 */
export function nextNudge(pool: PoolAssessment, now: number): number {
  const last = readNudge(pool.app);
  if (last === undefined || last.generation !== pool.generation || Math.abs(now - last.at) > windowMs) {
    return 1;
  }
  const proven = pool.provenAt >= last.at && pool.provenAt <= now;
  return proven || hasProgressed(pool, last.at) ? 1 : last.count + 1;
}

/**
 * An instance that needs no pass any more, or that a session took since, was made after the nudge. Parts that are made anew and
 * are as wrong as before (an admission hook that rewrites images) are no progress: they would renew the budget for ever.
 */
function hasProgressed(pool: PoolAssessment, nudgedAt: number): boolean {
  // Creation times are whole seconds: a part made in the second of the nudge is progress.
  const since = Math.floor(nudgedAt / 1000) * 1000;
  return pool.instances.some((instance) => {
    const { state } = instance;
    if (state !== 'claimed' && !(instanceStates[state].free && !passMends(instance))) return false;
    return instance.parts
      .filter((part) => (state === 'claimed' ? part.kind === 'deployment' : partKinds[part.kind].main))
      .some((part) => millis(part.object.metadata.creationTimestamp) >= since);
  });
}
