import { setTimeout } from 'node:timers/promises';
import { RunError } from '../model/run-error.ts';
import type { Clock } from './port.ts';

/** The API server's time, learnt from the `Date` header of its answers and carried on by a monotonic counter. */
export interface ServerClock extends Clock {
  /** Takes an answer's `Date` header (whole seconds). Time never goes back: a clock that was ahead stands still until caught up. */
  note(date: string | undefined): void;
  /** Milliseconds of this clock since it was made; unlike `now` it never jumps, so deadlines count on it. */
  elapsed(): number;
  /** How many times faster than the wall it runs; 1 outside the lab. */
  readonly scale: number;
}

export interface ClockSource {
  scale?: number;
  /** Milliseconds that only grow; default `performance.now`. */
  monotonic?: () => number;
  /** Milliseconds since 1970, until the server has said its own; default `Date.now`. */
  wall?: () => number;
}

export function serverClock({
  scale = 1,
  monotonic = () => performance.now(),
  wall = Date.now,
}: ClockSource = {}): ServerClock {
  const born = monotonic();
  const elapsed = (): number => (monotonic() - born) * scale;
  let offset = wall();
  let heard = false;
  let latest = 0;
  const now = (): number => {
    latest = Math.max(latest, Math.floor(offset + elapsed()));
    return latest;
  };
  return {
    scale,
    elapsed,
    now,
    note(date) {
      const second = Date.parse(date ?? '');
      if (Number.isNaN(second)) return;
      const guess = offset + elapsed();
      // The header is cut to the second: any guess within that second is as good as it.
      if (guess < second) offset += second - guess;
      else if (guess >= second + 1000) offset -= guess - (second + 999);
      // Before the first header the time was this machine's own, which nobody compared with the server's.
      if (!heard) latest = 0;
      heard = true;
    },
    sleep: (ms, signal) => wait(ms / scale, signal),
  };
}

/**
 * How much faster the lab's time runs: WARMGATE_LAB_SCALE, 1 where it is unset.
 * @throws RunError 'badVariable' unless it is a number from 1 to 200.
 */
export function labScale(env: Readonly<Record<string, string | undefined>>): number {
  const text = env.WARMGATE_LAB_SCALE ?? '';
  if (text === '') return 1;
  const scale = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (scale >= 1 && scale <= 200) return scale;
  throw new RunError('badVariable', {
    name: 'WARMGATE_LAB_SCALE',
    value: text,
    expects: 'a number from 1 to 200',
  });
}

/** `setTimeout` holds 31 bits of milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Resolves after `ms`, or at once when `signal` is aborted. */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  await setTimeout(Math.min(Math.max(0, ms), longestWait), undefined, options).catch(() => {});
}
