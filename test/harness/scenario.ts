import type { FaultRule } from '../../plugin/lab/api/faults.ts';
import type { Kind } from '../../plugin/model/kinds.ts';
import type { PartKind } from '../../plugin/model/parts.ts';
import type { ReasonCode } from '../../plugin/model/reasons.ts';
import type { SessionReport } from '../../plugin/model/report.ts';
import type { OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import type { Rights } from './shipped-role.ts';

/** Where scenarios are played: the embedded cluster, or etcd and a real API server with its controllers. */
export type GroundName = 'lab' | 'control-plane';

/** One file in test/scenarios/: plain data, played on every ground with every kind of operator that it names. */
export interface Scenario {
  /** A claim, which the suite proves or refutes. */
  title: string;
  operators: readonly OperatorKind[];
  /** Both unless told. */
  grounds?: readonly GroundName[];
  given: Given;
  when: readonly Step[];
  expect: Expectation;
  /** What differs with a kind of operator; runs are replaced one by one, the rest field by field. */
  differs?: Partial<Record<OperatorKind, Expectation>>;
}

/** A settled cluster: operator, pools whole and ready, sessions handled one after another. */
export interface Given extends Rights {
  apps: readonly AppGiven[];
  sessions?: readonly SessionGiven[];
  operator?: { keycloak?: boolean; eagerStart?: boolean; replicas?: number };
}

export interface AppGiven {
  name: string;
  min: number;
  /** 100 unless told. */
  max?: number;
  /** `registry.example.test/NAME:1.0.0` unless told. */
  image?: string;
  sidecars?: readonly { name: string; image: string; port: number; mountWorkspace?: boolean }[];
}

export interface SessionGiven {
  name: string;
  app: string;
  /** `NAME@example.test` unless told. */
  user?: string;
}

/** What becomes of containers of an image. */
export type ImageFate =
  | 'ready'
  | 'pull-error'
  | 'crash'
  | 'invalid-image'
  | 'missing-config'
  | 'unschedulable'
  | 'not-ready'
  /** Lab alone. */
  | 'over-quota';

export type Step =
  /** A release: part of the spec changes. */
  | { do: 'apply'; app: string; spec: object }
  /** A release that changes nothing but metadata, as each `helm upgrade` does. */
  | { do: 'touch'; app: string }
  | { do: 'createApp'; app: AppGiven }
  | { do: 'deleteApp'; app: string }
  /** `ready: false`: goes on at once, before it leads. */
  | { do: 'startOperator'; ready?: boolean }
  /** In order: its Deployment goes to 0 replicas, it finishes what it is at and gives the Lease back. */
  | { do: 'stopOperator' }
  /** Like SIGKILL; its Deployment and the Lease stay as they are. `leader`: that replica alone. */
  | { do: 'killOperator'; leader?: boolean }
  /** Kills it right after its n-th write from now; `during` makes it write. */
  | { do: 'killOperatorAt'; write: number; during: readonly Step[] }
  | { do: 'startSession'; session: SessionGiven; until?: 'created' | 'handling' | 'over' }
  | { do: 'endSession'; name: string }
  | { do: 'sessionStatus'; name: string; status: string }
  | { do: 'delete'; kind: Kind; name: string }
  | { do: 'deletePart'; app: string; id: number; part: PartKind; sidecar?: string }
  /** Adds an owner to a part, e.g. one that is gone. */
  | {
      do: 'addOwner';
      app: string;
      id: number;
      part: PartKind;
      owner: { apiVersion: string; kind: string; name: string; uid: string };
    }
  /** Runs the program to its end. `as` names the run in `expect`; the command's name unless told. */
  | {
      do: 'warmgate';
      args: readonly string[];
      as?: string;
      at?: readonly Moment[];
      manifests?: readonly Manifest[];
    }
  /** Starts the program and goes on; `end` sends it the signal and waits for its end. */
  | { do: 'background'; args: readonly string[]; as: string }
  | { do: 'end'; as: string; signal?: Signal }
  /** `steps` begin right after the n-th write from now of the operator or of warmgate; `during` makes it write. */
  | {
      do: 'atWrite';
      who: 'operator' | 'warmgate';
      write: number;
      steps: readonly Step[];
      during: readonly Step[];
    }
  /** Several at the same time; ends with the last. */
  | { do: 'together'; steps: readonly (readonly Step[])[] }
  | { do: 'until'; that: Condition; withinSeconds?: number }
  | { do: 'wait'; seconds: number }
  | { do: 'image'; image: string; fate: ImageFate }
  /** Lab alone: the tag points to another image from now on. */
  | { do: 'retag'; image: string }
  /** As if nobody had renewed the gate's Lease for so long. */
  | { do: 'ageGate'; app: string; seconds: number }
  /** Lab alone: requests run into it from now on; those of warmgate's account unless the rule names another. */
  | { do: 'fault'; rule: FaultRule; as?: string }
  | { do: 'clearFaults' };

/** Something that happens within a run, right after its n-th write was done and before it hears of it. */
export interface Moment {
  write: number;
  /** Lab alone: ahead of the write, which waits for the steps. */
  before?: true;
  steps: readonly Step[];
  /** The signal that the run gets then. */
  signal?: Signal;
}

export type Signal = 'SIGTERM' | 'SIGINT' | 'SIGKILL';

/**
 * An AppDefinition as a chart renders it: the live spec with this change. All of a run's are its standard input and the file that
 * `FILE` stands for in its arguments.
 */
export interface Manifest {
  app: string;
  spec?: object;
}

/** Seconds are the ground's. */
export type Condition =
  | { is: 'quiet' }
  | { is: 'ready'; app: string }
  | { is: 'gateClosed'; app: string }
  | { is: 'nudged'; app: string }
  /** Every part of every session's instance is its own, and every sidecar of a free instance shielded. */
  | { is: 'guarded'; app: string }
  | { is: 'operatorSays'; text: string }
  | { is: 'gone'; kind: Kind; app: string };

export interface Expectation {
  runs?: Record<string, RunExpectation>;
  /** Which sessions started within the steps got what; several words: any of them. */
  handed?: Record<string, Handed | readonly Handed[]>;
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
  exit: number | string;
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
