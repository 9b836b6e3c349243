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
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
