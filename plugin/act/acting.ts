import type { Clock, Cluster } from '../cluster/port.ts';
import type { KubeObject } from '../model/kube.ts';
import type { WriteStep } from '../model/steps.ts';

/** What every action gets: the port, time, and the Leases of this run by AppDefinition. */
export interface Acting {
  cluster: Cluster;
  clock: Clock;
  namespace: string;
  runId: string;
  holdForMs: number;
  leases: Map<string, KubeObject>;
  /** UIDs of AppDefinitions by name, as last seen. */
  apps: ReadonlyMap<string, KubeObject>;
  /** uids that this run deleted: their absence is not the operator's doing. */
  deleted: Set<string>;
  /** The last list of Sessions that a hold asked for; shared by the holds of a burst. */
  sessions?: { askedAt: number; listed: Promise<readonly KubeObject[]> };
  stop: AbortSignal;
}

/** done: written; moved: it changed since the look, look again; refused: a precondition does not hold; failed: the API said no. */
export type Result = 'done' | 'moved' | 'refused' | 'failed';

export interface Acted {
  step: WriteStep;
  at: number;
  result: Result;
  /** A machine-readable word for why, never the API's text. */
  why?: string;
}

/** Thrown by a precondition: skip this step. Its name says which. */
export class Refusal extends Error {
  readonly result: 'moved' | 'refused';

  constructor(precondition: string, result: 'moved' | 'refused' = 'refused') {
    super(precondition);
    this.name = 'Refusal';
    this.result = result;
  }
}
