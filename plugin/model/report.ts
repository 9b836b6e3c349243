import type { Exit } from './exits.ts';
import type { Reason } from './reasons.ts';
import type { HoldState, InstanceState, SessionOutcome, SessionPhase } from './states.ts';
import type { StepKind } from './steps.ts';

/** The full report of a run. Every output format is made from this value; schemas/report.schema.json describes it. */
export interface Report {
  apiVersion: 'warmgate/v1';
  kind: 'Report';
  command: 'verify' | 'check' | 'guard' | 'open';
  version: string;
  /** Random, the holder of this run's Leases. */
  runId: string;
  server: string;
  context: string;
  namespace: string;
  /** RFC 3339, the server's clock. */
  startedAt: string;
  endedAt: string;
  exit: Exit;
  /** One line: the verdict. */
  verdict: string;
  operator: OperatorReport;
  pools: PoolReport[];
  sessions: SessionReport[];
  /** Counts of the sessions table: "N live sessions, N untouched". */
  liveSessions: { total: number; untouched: number; notJudged: number; mended: number; harmed: number };
  actions: ActionReport[];
  /** What the cluster says of instances that did not start; empty where all did. */
  evidence: EvidenceReport[];
  traffic: { requests: number; writes: number; looks: number };
  reasons: Worded[];
  /** Where the run came from, as given by the environment; absent outside Argo CD. */
  origin?: { application?: string; revision?: string; namespace?: string };
}

/** A reason with its sentence and weight, so that whoever reads the JSON needs no table. */
export interface Worded extends Reason {
  /** Exit code that it causes in this run; 0 is a warning or information. */
  exit: Exit;
  text: string;
}

export interface OperatorReport {
  kind: 'fork' | 'upstream' | 'unknown';
  verified: boolean;
  eagerStart: boolean;
  keycloak: boolean;
  learnedFrom: 'arguments' | 'pool';
  image?: string;
  reasons: Worded[];
}

export interface PoolReport {
  app: string;
  uid: string;
  generation: number;
  image: string;
  minInstances: number;
  converged: boolean;
  gate: 'open' | 'closed';
  nudges: number;
  counts: { current: number; claimed: number; stale: number; other: number };
  instances: InstanceReport[];
  reasons: Worded[];
}

export interface InstanceReport {
  id: number;
  state: InstanceState;
  hold: HoldState;
  generations: number[];
  session?: string;
  /** Part labels that are missing, and that differ from the target. */
  missing: string[];
  differing: string[];
  reasons: Worded[];
  /** What this run did to it, in order. */
  done: StepKind[];
}

export interface SessionReport {
  name: string;
  uid: string;
  app: string;
  phase: SessionPhase;
  start: 'eager' | 'lazy';
  instance?: number;
  outcome: SessionOutcome;
  /** Parts compared by UID against the first look of the run. */
  partsCompared: number;
  partsSame: number;
  allowList: 'right' | 'wrong' | 'missing' | 'none' | 'mended';
  claim: 'complete' | 'completed' | 'incomplete' | 'none';
  misrouted: boolean;
  reasons: Worded[];
}

export interface EvidenceReport {
  app: string;
  instance: number;
  pod: string;
  container: string;
  /** Messages of Warning Events, newest first, and the last lines of the container's log; cleaned and capped. */
  events: string[];
  log: string[];
}

export interface ActionReport {
  /** RFC 3339, the server's clock. */
  at: string;
  step: StepKind;
  app: string;
  instance?: number;
  /** `Kind/name` of the object written. */
  object?: string;
  result: 'done' | 'moved' | 'refused' | 'failed';
}
