import type { Clock, Cluster } from '../cluster/port.ts';
import type { KubeObject } from '../model/kube.ts';
import type { WriteStep } from '../model/steps.ts';

/** What every action gets: the ports, and what the look before it saw. Nobody changes it. */
export interface Acting {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly namespace: string;
  readonly runId: string;
  readonly holdForMs: number;
  /** AppDefinitions by name. */
  readonly apps: ReadonlyMap<string, KubeObject>;
  /** The Leases of their gates by AppDefinition; also those that were taken in this round. */
  readonly leases: ReadonlyMap<string, KubeObject>;
  readonly stop: AbortSignal;
}

/** done: written; moved: it changed since the look, look again; refused: a precondition does not hold; failed: the API said no. */
export type Result = 'done' | 'moved' | 'refused' | 'failed';

export interface Acted {
  readonly step: WriteStep;
  readonly at: number;
  readonly result: Result;
  /** A machine-readable word for why, never the API's text. */
  readonly why?: string;
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
