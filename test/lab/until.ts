import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `probe` gives something, at most `limit` milliseconds of wall time; throws with `what` then. */
export async function until<T>(what: string, probe: () => T | undefined | false, limit = 5000): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    const found = probe();
    if (found !== undefined && found !== false) return found as T;
    if (performance.now() > end) throw new Error(`never happened: ${what}`);
    await sleep(5);
  }
}
