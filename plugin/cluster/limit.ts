import { RunError } from '../model/run-error.ts';

/**
 * A signal that fires after `ms`, or `graceMs` after `stop`. Call `end` when the work is done: no timer and no listener
 * is left behind, however many requests a process makes.
 */
export function limit(
  ms: number,
  stop: AbortSignal,
  graceMs: number,
): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const timers = [setTimeout(() => controller.abort('Timeout'), ms)];
  const stopped = (): void => {
    if (graceMs === 0) controller.abort('Interrupted');
    else timers.push(setTimeout(() => controller.abort('Interrupted'), graceMs));
  };
  if (stop.aborted) stopped();
  else stop.addEventListener('abort', stopped);
  return {
    signal: controller.signal,
    end() {
      for (const timer of timers) clearTimeout(timer);
      stop.removeEventListener('abort', stopped);
    },
  };
}

/**
 * What `work` comes to, unless `stop` fires first; the work itself goes on unheard.
 * @throws RunError 'interrupted'
 */
export function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = (): void => reject(new RunError('interrupted', {}));
    if (stop.aborted) stopped();
    else stop.addEventListener('abort', stopped);
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', stopped));
  });
}
