import type { Kind } from './kinds.ts';
import type { PartKind } from './parts.ts';

/** One row a step: the verb the report uses, and what it is allowed to touch. */
export interface StepRow {
  readonly label: string;
  readonly writes: boolean;
}

/** Everything a run can do next. The plan printed is the very value that `act/` carries out. */
export const stepKinds = {
  wait: { label: 'waiting', writes: false },
  lease: { label: 'Lease taken', writes: true },
  follow: { label: 'shields kept up', writes: true },
  hold: { label: 'gate closed', writes: true },
  shield: { label: 'sidecar shielded', writes: true },
  unhold: { label: 'hold taken off', writes: true },
  complete: { label: 'claim completed', writes: true },
  mend: { label: 'allow-list mended', writes: true },
  mark: { label: 'marked outdated', writes: true },
  removeSibling: { label: 'remaining Service deleted', writes: true },
  removeSidecar: { label: 'sidecar Deployment deleted', writes: true },
  removeInstance: { label: 'stale instance deleted', writes: true },
  restartOperator: { label: 'operator restarted', writes: true },
  nudge: { label: 'nudged', writes: true },
  open: { label: 'gate opened', writes: true },
  dropLease: { label: 'gate cleared', writes: true },
} as const satisfies Record<string, StepRow>;

export type StepKind = keyof typeof stepKinds;

/** An object as it was when the step was decided: a write that finds another uid or resourceVersion is refused. */
export interface Target {
  kind: Kind;
  name: string;
  uid: string;
  resourceVersion: string;
}

interface OnPart extends Target {
  part: PartKind;
  sidecar?: string;
}

export type Step =
  | { step: 'wait'; why: WaitWhy; names: string[]; forMs: number }
  | { step: 'lease'; app: string; lease?: Target }
  | { step: 'follow'; app: string; lease: Target }
  | { step: 'hold' | 'shield'; app: string; id: number; on: OnPart }
  | { step: 'unhold'; app: string; id: number; on: OnPart }
  | { step: 'complete'; app: string; session: Target; id: number; on: OnPart }
  | { step: 'mend'; app: string; session: Target; id: number; on: OnPart }
  | { step: 'mark'; app: string; id: number; on: OnPart }
  | { step: 'removeSibling' | 'removeSidecar' | 'removeInstance'; app: string; id: number; on: OnPart }
  | { step: 'restartOperator'; app: string; namespace: string; on: Target }
  | { step: 'nudge'; app: string; on: Target; generation: number; count: number; clearance: Clearance }
  | {
      step: 'open';
      app: string;
      id: number;
      on: OnPart;
      generation: number;
      port?: number;
    }
  | { step: 'dropLease'; app: string; lease: Target };

export type WriteStep = Exclude<Step, { step: 'wait' }>;

/** Why a run waits, worded in report/words.ts. */
export type WaitWhy =
  | 'operator'
  | 'settling'
  | 'claimsInFlight'
  | 'sessionsEnding'
  | 'secondLook'
  | 'operatorWorking'
  | 'operatorRestarting'
  | 'becomingReady'
  | 'collector'
  | 'stayingCurrent'
  | 'workspaceTerminating';

/**
 * Proof that a nudge may be sent: the gate was seen closed and every live claim complete in two looks at least
 * `secondLookMs` apart, on the same UIDs (theia-cloud.md lever 6 e). Only decide/close-gate.ts makes one.
 */
export interface Clearance {
  firstLook: number;
  secondLook: number;
  /** uid of every held Service, shielded sidecar and completed part seen in both looks. */
  uids: readonly string[];
}
