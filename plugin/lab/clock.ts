import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../cluster/port.ts';

/** Time as everything inside the lab counts it, ms. */
export interface LabClock extends Clock {
  /** Calls back after `ms` of this clock without keeping the process alive; the function returned calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** A clock that runs `scale` times as fast as the wall's. */
export interface ScaledClock extends LabClock {
  readonly scale: number;
  /** One moment on both clocks: with it and the scale another process reads the same time. */
  readonly epoch: { readonly wall: number; readonly lab: number };
}

export interface ClockOptions {
  readonly scale: number;
  /** What the clock shows at `wallStart`; now by default. */
  readonly start?: number;
  readonly wallStart?: number;
}

/** Timers of Node go up to 2^31 - 1 ms; a longer wait is cut to that. */
const longest = 2 ** 31 - 1;

/** `now() = start + (wall - wallStart) * scale`. `sleep` keeps the process alive, `after` does not. */
export function scaledClock({
  scale,
  start = Date.now(),
  wallStart = Date.now(),
}: ClockOptions): ScaledClock {
  const wallMs = (ms: number): number => Math.min(Math.max(ms, 0) / scale, longest);
  return {
    scale,
    epoch: { wall: wallStart, lab: start },
    now: () => start + (Date.now() - wallStart) * scale,
    sleep: (ms, signal) => wait(wallMs(ms), undefined, { signal }).catch(() => undefined),
    after: (ms, callback) => {
      const timer = setTimeout(callback, wallMs(ms)).unref();
      return () => clearTimeout(timer);
    },
  };
}

/** A clock that stands still until it is moved; everything that is due meanwhile happens in order, at its own time. */
export interface VirtualClock extends LabClock {
  /** Lets `ms` pass. */
  advance(ms: number): void;
  /**
   * Lets time pass as far as the work waits for it, and gives what the work gives. The work waits by this clock's `sleep`, and
   * for nothing from outside the process. Rejects where nothing is due and it still waits.
   */
  until<T>(work: Promise<T>): Promise<T>;
}

interface Due {
  readonly at: number;
  readonly run: () => void;
  off: boolean;
}

export function virtualClock(start: number): VirtualClock {
  /** By time; at the same time in the order in which they were asked for. */
  const due: Due[] = [];
  let now = start;
  let woken = false;

  function after(ms: number, run: () => void): () => void {
    const entry: Due = { at: now + Math.max(0, ms), run, off: false };
    let low = 0;
    for (let high = due.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((due[middle] as Due).at <= entry.at) low = middle + 1;
      else high = middle;
    }
    due.splice(low, 0, entry);
    return () => {
      entry.off = true;
    };
  }

  function next(): boolean {
    const first = due.shift();
    if (first === undefined) return false;
    if (first.off) return true;
    now = first.at;
    first.run();
    return true;
  }

  return {
    now: () => now,
    after,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          woken = true;
          off();
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const off = after(signal?.aborted ? 0 : ms, wake);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    advance: (ms) => {
      const end = now + ms;
      while ((due[0]?.at ?? Number.POSITIVE_INFINITY) <= end) next();
      now = end;
    },
    until: async (work) => {
      let over = false;
      const done = (): void => {
        over = true;
      };
      work.then(done, done);
      for (;;) {
        // Whoever was woken runs on until everybody waits again.
        await new Promise((resolve) => setImmediate(resolve));
        if (over) return work;
        woken = false;
        while (!woken && next());
        if (!woken) throw new Error('nothing is due, and the work still waits');
      }
    },
  };
}
