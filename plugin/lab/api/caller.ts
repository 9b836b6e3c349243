import type { Store } from './store.ts';

/** Who writes: `user` for access and audit, `manager` for managedFields. */
export interface Caller {
  readonly user: string;
  readonly manager: string;
}

/** What every write needs of its surroundings. */
export interface WriteContext {
  readonly store: Store;
  /** Milliseconds since 1970 of the lab's clock. */
  readonly now: () => number;
  /** From 0 to below 1, seeded. */
  readonly random: () => number;
}

/** RFC 3339 with whole seconds, as the server stamps. */
export function stamp(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== latest.second)
    latest = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` };
  return latest.text;
}

/** The last one made: many writes fall into one second. */
let latest = { second: 0, text: '1970-01-01T00:00:00Z' };
