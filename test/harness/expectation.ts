import type { PartKind } from '../../plugin/model/parts.ts';
import type { ReasonCode } from '../../plugin/model/reasons.ts';
import type { SessionReport } from '../../plugin/model/report.ts';

/** What a scenario must come to; what it does not name is as it was, or not looked at. */
export interface Expectation {
  runs?: Record<string, RunExpectation>;
  releases?: Record<string, ReleaseExpectation>;
  /** Which sessions started within the steps got what; several words: any of them. `any`: whatever they got. */
  handed?: Record<string, Handed | readonly Handed[]> | 'any';
  /**
   * Sessions that lost something since the first run began. All others that were live then and still are must have kept every
   * part under its UID, and their user alone on the allow-list.
   */
  sessions?: Record<string, SessionExpectation>;
  /** AppDefinitions whose gate must still be closed at the end, by a Lease; those of all others must be gone. */
  gates?: readonly string[];
  /** Pools of which nothing may be left. */
  gone?: readonly string[];
  /** Per AppDefinition, `2, 4-6`: instances that must be whole and have kept every part since the first run began. */
  intact?: Record<string, string>;
  /** Pools of which every free id is whole, current, ready and open at the end; all of them after releases, else none unless told. */
  converged?: readonly string[];
  /** Helm's word for the last revision. */
  status?: string;
  /** Jobs and bare Pods of hooks that are left as evidence at the end; none unless told. */
  left?: readonly string[] | 'any';
}

/**
 * An instance at the target of the moment when its session was handled, an older one, one that lacks a part or mixes
 * generations, own objects, or none.
 */
export type Handed = 'current' | 'stale' | 'half' | 'lazy' | 'failed';

export interface SessionExpectation {
  remade?: readonly PartKind[];
  lost?: readonly PartKind[];
  list?: 'right' | 'wrong' | 'missing' | 'none';
}

export interface RunExpectation {
  /** A code, or the signal that ended it. */
  exit?: number | string;
  /** Per AppDefinition: `1-2 claimed, 3-10 current`. An empty text: the report names no instance. */
  states?: Record<string, string>;
  /** Reason codes that must and must not be anywhere in the report. */
  has?: readonly ReasonCode[];
  lacks?: readonly ReasonCode[];
  /** Nudges that were sent, over all AppDefinitions. */
  nudges?: number;
  /** `none`: nothing but access reviews. `trace`: beside it the Event and the ConfigMap of the verdict. */
  writes?: 'none' | 'trace' | 'some';
  looks?: number;
  /** Reads were one list a kind and the namespace, and nothing else. */
  listsOnce?: boolean;
  /** Wall seconds that the run may take at most. */
  wallSeconds?: number;
  /** Seconds by its own report: at most and at least. */
  seconds?: number;
  atLeastSeconds?: number;
  /** The last request it sent was not after the signal that it got, but for writes under way. */
  silentAfterSignal?: boolean;
  /** What stderr must hold. */
  says?: readonly string[];
  /** Steps done, by kind: how many. */
  did?: Partial<Record<string, number>>;
  /** Arguments of reasons that must be in the report, in part. */
  because?: readonly ({ code: ReasonCode } & Readonly<Record<string, string | number>>)[];
  /** `2 live, 2 untouched, 0 mended, 0 harmed`. */
  live?: string;
  /** Rows of the table of sessions, in part. */
  sessions?: Record<string, Partial<SessionReport>>;
  /** What the report shows of instances that did not start; texts in part. */
  evidence?: readonly { app: string; instance: number; container?: string; event?: string; log?: string }[];
  /** Events it wrote: `Warning GateKeptClosed java`. */
  events?: readonly string[];
}

/** What became of one release, rollback or diff. */
export interface ReleaseExpectation {
  /** Undefined: as the hooks are. */
  ok?: boolean;
  /**
   * Commands and exit codes of its hooks in the order of their start: `guard 0, verify 1`; `verify -` never started. Several:
   * any of them.
   */
  hooks: string | readonly string[];
  /** What the tool must say. */
  says?: readonly string[];
  /** What the last hook's verdict must say, as Kubernetes has it in the termination message. */
  verdict?: readonly string[];
  nudges?: number;
  /** `none`: no write of any hook but access reviews. `trace`: beside it the Event and the ConfigMap of the verdict. */
  writes?: 'none' | 'trace' | 'some';
  /** Seconds that it may take at most. */
  seconds?: number;
  /** AppDefinitions whose free instances were all held when their generation moved, the hook's Job being gone (Helm). */
  closedBefore?: readonly string[];
  /** Objects that a diff says are not Synced. */
  outOfSync?: readonly string[];
}
