/** What a run remembers of its own decisions. Plain data; a run that dies loses it and derives all it needs from the cluster. */
export interface Memory {
  runId: string;
  startedAt: number;
  /** When this run restarted the operator, ms: never more than once, but for `--allow replace`. */
  restartedAt?: number;
  pools: Readonly<Record<string, PoolMemory>>;
}

export interface PoolMemory {
  /** The target at the first look, for "the target moved". */
  firstGeneration: number;
  /** Server time of this run's last write that may make the operator work on this pool; 0 for none. */
  lastPush: number;
  nudges: number;
  /** The closed gate as first seen whole: what must be the same at the second look. */
  gate?: { at: number; uids: string[] };
  /** Since when every look found it converged. */
  convergedSince?: number;
  /** This run wrote to the pool. */
  wrote: boolean;
  /** This run has written the pool's Lease. */
  adopted?: boolean;
}

export function startMemory(runId: string, now: number): Memory {
  return { runId, startedAt: now, pools: {} };
}

export function poolMemory(memory: Memory, app: string, generation: number): PoolMemory {
  return memory.pools[app] ?? { firstGeneration: generation, lastPush: 0, nudges: 0, wrote: false };
}
