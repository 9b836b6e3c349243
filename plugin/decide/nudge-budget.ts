import type { PoolAssessment } from '../model/assessment.ts';
import { readNudge } from '../theia/nudge-mark.ts';

const windowMs = 3_600_000;

/**
 * Which nudge without progress the next one would be: 1 for a new generation, after an hour, or once a main part was made
 * since the last (progress, or convergence that was lost again).
 */
export function nextNudge(pool: PoolAssessment, now: number): number {
  const last = readNudge(pool.app);
  if (last === undefined || last.generation !== pool.generation || now - last.at > windowMs) return 1;
  // Creation times are whole seconds: a part made in the second of the nudge is progress.
  const progressed = pool.newestPart >= Math.floor(last.at / 1000) * 1000;
  return progressed ? 1 : last.count + 1;
}
