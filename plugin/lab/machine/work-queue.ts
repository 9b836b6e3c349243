import type { ScaledClock } from './clock.ts';

/** Keys that wait for their turn; a key waits once, the earlier moment wins. */
export interface WorkQueue {
  /** `delay` in milliseconds of the lab's clock. */
  add(key: string, delay: number): void;
  stop(): void;
}

export function createQueue(clock: ScaledClock, handle: (key: string) => void): WorkQueue {
  const waiting = new Map<string, { due: number; cancel: () => void }>();
  let stopped = false;
  return {
    add: (key, delay) => {
      if (stopped) return;
      const due = clock.now() + delay;
      const known = waiting.get(key);
      if (known !== undefined && known.due <= due) return;
      known?.cancel();
      const cancel = clock.after(delay, () => {
        waiting.delete(key);
        if (!stopped) handle(key);
      });
      waiting.set(key, { due, cancel });
    },
    stop: () => {
      stopped = true;
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
}
