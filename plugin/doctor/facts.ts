import type { Assessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import type { Right, Use, Worker } from '../model/rights.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** An answer that was no list. `reason` is the machine reason of the API, never its text. */
export interface Failure {
  status: number;
  reason: string;
}

export interface MissingRights {
  worker: Worker;
  use: Use;
  missing: readonly Right[];
}

/** One version of one of Theia Cloud's kinds, and what a list of it answered. */
export interface ServedVersion {
  kind: 'AppDefinition' | 'Session';
  version: string;
  /** Absent: it answered with a list, or the account may not list it. */
  failure?: Failure;
}

/** All that the rules know, unjudged. commands/doctor-facts.ts reads it. */
export interface Facts {
  snapshot: Snapshot;
  assessment: Assessment;
  /** The account that the server sees; empty when it does not say. */
  account: string;
  rights: readonly MissingRights[];
  served: readonly ServedVersion[];
  /** Kinds whose list failed for another reason than permission. */
  failed: readonly ({ kind: string } & Failure)[];
  /** Undefined where the account may not list them. */
  jobs: readonly KubeObject[] | undefined;
  cronJobs: readonly KubeObject[] | undefined;
  /** Events of the garbage collector about owners in another namespace. */
  badReferences: number;
}
