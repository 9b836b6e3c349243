import { StatusError } from '../api/status-error.ts';
import type { LabClock } from '../clock.ts';

/** Keys that wait for their turn; a key waits once, the earlier moment wins. What the API refused is tried again. */
export interface WorkQueue {
  /** `delay` in milliseconds of the lab's clock. */
  add(key: string, delay: number): void;
  stop(): void;
}

const retryDelay = 5000;

export function createQueue(clock: LabClock, handle: (key: string) => void): WorkQueue {
  const waiting = new Map<string, { due: number; cancel: () => void }>();
  let stopped = false;
  const queue: WorkQueue = {
    add: (key, delay) => {
      if (stopped) return;
      const due = clock.now() + delay;
      const known = waiting.get(key);
      if (known !== undefined && known.due <= due) return;
      known?.cancel();
      const cancel = clock.after(delay, () => {
        waiting.delete(key);
        if (!stopped && !settled(handle, key)) queue.add(key, retryDelay);
      });
      waiting.set(key, { due, cancel });
    },
    stop: () => {
      stopped = true;
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
  return queue;
}

/** False where the API refused; any other error is a fault of the lab's own and ends it. */
function settled(handle: (key: string) => void, key: string): boolean {
  try {
    handle(key);
    return true;
  } catch (error) {
    if (error instanceof StatusError) return false;
    throw error;
  }
}
