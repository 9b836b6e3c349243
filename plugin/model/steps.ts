import type { Kind } from './kinds.ts';
import type { PartKind } from './parts.ts';

/** One row a step: how the report names it, and whether it writes. */
interface StepRow {
  readonly label: string;
  readonly writes: boolean;
}

/** Everything a run can do next. */
export const stepKinds = {
  wait: { label: 'waiting', writes: false },
  lease: { label: 'Lease taken', writes: true },
  follow: { label: 'shields renewed', writes: true },
  hold: { label: 'gate closed', writes: true },
  shield: { label: 'sidecar shielded', writes: true },
  unhold: { label: 'hold removed', writes: true },
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

/** An object as the decision saw it: `act/` refuses a write that finds another uid or resourceVersion. */
export interface ObjectRef {
  kind: Kind;
  name: string;
  uid: string;
  resourceVersion: string;
}

interface OnPart extends ObjectRef {
  part: PartKind;
  sidecar?: string;
}

export type Step =
  | { step: 'wait'; why: WaitWhy; names: string[]; forMs: number }
  | { step: 'lease'; app: string; lease?: ObjectRef }
  | { step: 'follow'; app: string; lease: ObjectRef }
  | { step: 'hold' | 'shield'; app: string; id: number; on: OnPart }
  | { step: 'unhold'; app: string; id: number; on: OnPart }
  | { step: 'complete'; app: string; session: ObjectRef; id: number; on: OnPart }
  | { step: 'mend'; app: string; session: ObjectRef; id: number; on: OnPart }
  | { step: 'mark'; app: string; id: number; on: OnPart }
  | { step: 'removeSibling' | 'removeSidecar' | 'removeInstance'; app: string; id: number; on: OnPart }
  | { step: 'restartOperator'; app: string; namespace: string; on: ObjectRef }
  | { step: 'nudge'; app: string; on: ObjectRef; generation: number; count: number; clearance: Clearance }
  | {
      step: 'open';
      app: string;
      id: number;
      on: OnPart;
      generation: number;
      port?: number;
    }
  | { step: 'dropLease'; app: string; lease: ObjectRef };

export type WriteStep = Exclude<Step, { step: 'wait' }>;

/** Why a run waits, one row a wait. `{names}` are those that the step names, `{count}` how many they are. */
export const waits = {
  operator: 'waiting for the operator[: {names}]',
  settling: 'waiting for the pools to settle[: {names}]',
  claimsInFlight: 'waiting for {count claim|claims} in flight[: {names}]',
  secondLook: 'waiting to look again at the closed gate[: {names}]',
  operatorWorking: 'waiting for the operator to renew[ {names}]',
  operatorRestarting: 'waiting for the operator to restart[: {names}]',
  becomingReady: 'waiting for instances to become Ready[: {names}]',
  collector: 'waiting for the garbage collector[: {names}]',
  stayingCurrent: 'waiting to see the pool stay current[: {names}]',
  workspaceTerminating: 'waiting for PVCs to be deleted[: {names}]',
} as const;

export type WaitWhy = keyof typeof waits;

/**
 * Proof that a nudge may be sent: the gate was seen closed and every live claim complete in two looks at least
 * `secondLookMs` apart, on the same UIDs (docs/theia-cloud.md#lever-6-e). Only decide/close-gate.ts makes one.
 */
export interface Clearance {
  firstLook: number;
  secondLook: number;
  /** uid of every held Service, shielded sidecar and completed part seen in both looks. */
  uids: readonly string[];
}
