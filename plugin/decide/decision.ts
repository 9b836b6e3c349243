import type { Assessment } from '../model/assessment.ts';
import type { Kind } from '../model/kinds.ts';
import type { Reason } from '../model/reasons.ts';
import type { Step, WriteStep } from '../model/steps.ts';
import type { Policy } from './policy.ts';

/** What a run knows when it decides. Plain data: the same situation gives the same decision. */
export interface Situation {
  readonly runId: string;
  readonly policy: Policy;
  readonly first: Assessment;
  readonly last: Assessment;
  /** Looks so far, this one included. */
  readonly looks: number;
  /** What was tried, in order, whatever came of it. */
  readonly acted: readonly { readonly step: WriteStep }[];
  /** Milliseconds of `--timeout` that were left at this look. */
  readonly leftMs: number;
  readonly memory: Memory;
  readonly findings: readonly Finding[];
}

/** What a run does next. What is left out stays as it is. */
export interface Decision {
  /** Writes, then at most one wait; then another look. */
  readonly steps: readonly Step[];
  /** The run is over, and there are no steps. */
  readonly end?: true;
  readonly memory?: Memory;
  readonly findings?: readonly Finding[];
  /** Where the steps say no wait. */
  readonly wake?: Wake;
  /** The next look stands alone: what was seen and done before is of no use to it. */
  readonly forget?: true;
}

/** Rest until anything of these kinds changes. Times in ms. */
export interface Wake {
  readonly kinds: readonly Kind[];
  readonly atMostMs: number;
  /** From the beginning of one look to that of the next, however much changes. */
  readonly apartMs: number;
}

/** What no look shows by itself, about one AppDefinition's pool or about the run. */
export interface Finding {
  readonly app?: string;
  readonly reason: Reason;
}

/** What a run remembers of its own decisions; a run that dies loses it and derives all it needs from the cluster. */
export interface Memory {
  /** When this run restarted the operator, ms: never more than once, but for `--allow replace`. */
  readonly restartedAt?: number;
  readonly pools: Readonly<Record<string, PoolMemory>>;
  /** `app/id` of every instance that was seen with a former session's files. */
  readonly workspaces: readonly string[];
  /** How the run ends, once its last writes are out. */
  readonly ending?: Ending;
}

export interface Ending {
  readonly how: 'done' | 'gaveUp' | 'timedOut' | 'pinned';
  /** Why pools are stuck, by AppDefinition. */
  readonly stuck: Readonly<Record<string, Reason>>;
}

export interface PoolMemory {
  /** The target at the first look, for "the target moved". */
  readonly firstGeneration: number;
  /** Server time of this run's last write that may make the operator work on this pool; 0 for none. */
  readonly lastPush: number;
  readonly nudges: number;
  /** The closed gate as first seen whole: what must be the same at the second look. */
  readonly gate?: SeenGate;
  /** Since when every look found it converged. */
  readonly convergedSince?: number;
  /** This run wrote to the pool. */
  readonly wrote: boolean;
  /** This run has written the pool's Lease. */
  readonly adopted?: boolean;
}

export interface SeenGate {
  readonly at: number;
  /** Of all that is held or claimed, sorted. */
  readonly uids: readonly string[];
}

export const noMemory: Memory = { pools: {}, workspaces: [] };
