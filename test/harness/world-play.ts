import type { WorldStore } from './world-store.ts';

/** A process of the world: each value it yields is a time that it rests, ms. */
export type Process = Generator<number, void, undefined>;

/** Time as a number, and what happens in it. */
export interface Play {
  store: WorldStore;
  /** A claim is choosing and taking its Services: one at a time. */
  reserving: boolean;
  /** From 0 to 1, the same for the same seed. */
  random(): number;
  /** A whole number of ms from `least` to `most`. */
  between(least: number, most: number): number;
  after(ms: number, run: () => void): void;
  spawn(process: Process): { stop(): void };
  /** Lets `ms` pass, and everything happen that is due meanwhile. */
  advance(ms: number): void;
  /** Lets time pass until the next thing that is due; false: nothing ever is. */
  next(): boolean;
}

export function startPlay(store: WorldStore, seed: number): Play {
  const due: { at: number; run: () => void }[] = [];
  let state = seed >>> 0;
  const random = (): number => {
    // Mulberry32: small, seeded, good enough for delays.
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const after = (ms: number, run: () => void): void => {
    const at = store.now() + ms;
    let place = due.length;
    while (place > 0 && (due[place - 1]?.at ?? 0) > at) place -= 1;
    due.splice(place, 0, { at, run });
  };
  return {
    store,
    reserving: false,
    random,
    between: (least, most) => least + Math.floor(random() * (most - least + 1)),
    after,
    spawn(process) {
      let stopped = false;
      const step = (): void => {
        if (stopped) return;
        const { done, value } = process.next();
        if (done !== true) after(value, step);
      };
      step();
      return {
        stop: () => {
          stopped = true;
        },
      };
    },
    next() {
      const first = due.shift();
      if (first === undefined) return false;
      store.setNow(first.at);
      first.run();
      return true;
    },
    advance(ms) {
      const end = store.now() + ms;
      for (let next = due[0]; next !== undefined && next.at <= end; next = due[0]) {
        due.shift();
        store.setNow(next.at);
        next.run();
      }
      store.setNow(end);
    },
  };
}
