import type { Clock } from '../../cluster/port.ts';

/** A clock that runs `scale` times as fast as the wall's. All times are milliseconds. */
export interface ScaledClock extends Clock {
  readonly scale: number;
  /** One moment on both clocks: with it and the scale another process reads the same time. */
  readonly epoch: { readonly wall: number; readonly lab: number };
  /** Calls back after `ms` of this clock without keeping the process alive; the function returned calls it off. */
  after(ms: number, callback: () => void): () => void;
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
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve();
          return;
        }
        const done = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, wallMs(ms));
        signal?.addEventListener('abort', done);
      }),
    after: (ms, callback) => {
      const timer = setTimeout(callback, wallMs(ms)).unref();
      return () => clearTimeout(timer);
    },
  };
}

/** The scale that a lab hands to its client processes: WARMGATE_LAB_SCALE, 1 where it is unset or no positive number. */
export function scaleFromEnv(environment: Readonly<Record<string, string | undefined>>): number {
  const scale = Number(environment.WARMGATE_LAB_SCALE);
  return Number.isFinite(scale) && scale > 0 ? scale : 1;
}
