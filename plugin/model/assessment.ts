import type { KubeObject } from './kube.ts';
import type { ExpectedPart, Part } from './parts.ts';
import type { Reason } from './reasons.ts';
import type { HoldState, InstanceState, SessionOutcome, SessionPhase } from './states.ts';

/** What one look says, together with what the looks before it left in memory. */
export interface Assessment {
  namespace: string;
  now: number;
  operator: OperatorAssessment;
  pools: PoolAssessment[];
  /** Sessions of the selected AppDefinitions, and of AppDefinitions that are gone where none was selected by name. */
  sessions: SessionAssessment[];
  /** Since when (ms) no pool object in the namespace was made, deleted or remade by the operator. */
  quietSince: number;
  /** Sessions anywhere in the namespace whose claim or release is under way. */
  inFlight: { session: string; app: string; phase: 'inFlight' | 'ending' }[];
  /** Our Leases whose AppDefinition is gone: what they hold can be collected once they are deleted. */
  strayLeases: KubeObject[];
  /** About the run as a whole. */
  reasons: Reason[];
}

export interface OperatorAssessment {
  kind: 'fork' | 'upstream' | 'unknown';
  /** Rolled out, and its Lease was seen renewed across two looks. */
  active: boolean;
  /** Rolled out, and the Lease is younger than its duration: enough when nothing is to be written. */
  plausible: boolean;
  /** Active, and the same process has led for two Lease durations: what a nudge makes is not lost in its start (docs/theia-cloud.md#f1). */
  steady: boolean;
  eagerStart: boolean;
  keycloak: boolean;
  /** Where the conventions were read: its arguments, or the pool's Deployments. */
  learnedFrom: 'arguments' | 'pool';
  image?: string;
  namespace: string;
  /** Its Deployment, when it was seen. */
  deployment?: KubeObject;
  reasons: Reason[];
}

export interface PoolAssessment {
  app: KubeObject;
  name: string;
  uid: string;
  generation: number;
  image: string;
  minInstances: number;
  instances: InstanceAssessment[];
  gate: GateAssessment;
  /** Milliseconds: the last write to the AppDefinition by anybody but warmgate. */
  lastWrite: number;
  /** When a run that had something to do last proved it converged, ms; 0 for never or not known. */
  provenAt: number;
  pvcTerminating: boolean;
  /** All free instances current, whole, ready, nothing missing, surplus, orphaned or half claimed; the gate may be closed. */
  renewed: boolean;
  /** `renewed`, and the gate open. */
  converged: boolean;
  reasons: Reason[];
}

export interface GateAssessment {
  /** Our Leases for this pool: `warmgate-<app>` first, then any other that holds a part of it. */
  leases: KubeObject[];
  /** holderIdentity and age of the first of them. */
  holder: string;
  renewedAt: number;
  expired: boolean;
  /** Until when a `guard --follow` keeps shields up, ms; 0: nobody does. */
  followedUntil: number;
  /** Any object of the pool still carries one of our references. */
  holds: number;
}

export interface InstanceAssessment {
  id: number;
  /** UID of the AppDefinition it was made for; differs from the pool's for orphans. */
  appUid: string;
  state: InstanceState;
  hold: HoldState;
  parts: Part[];
  missing: ExpectedPart[];
  /** Generations on the labels of its main parts, lowest to highest, once each; -1 for a missing or unreadable label. */
  generations: number[];
  ready: boolean;
  /** Its pod is Ready and all but the labels of the internal Service is right: it may be opened. */
  openable: boolean;
  session?: string;
  reasons: Reason[];
}

export interface SessionAssessment {
  name: string;
  uid: string;
  app: string;
  phase: SessionPhase;
  start: 'eager' | 'lazy';
  instanceId?: number;
  object: KubeObject;
  /** All objects of its instance, or those it owns when it started lazily. */
  parts: Part[];
  /** Existing parts that it does not own yet. */
  uncovered: Part[];
  allowList: 'right' | 'wrong' | 'missing' | 'none';
  outcome: SessionOutcome;
  reasons: Reason[];
}
