import type { FaultRule } from '../../plugin/lab/api/faults.ts';
import type { Kind } from '../../plugin/model/kinds.ts';
import type { PartKind } from '../../plugin/model/parts.ts';
import type { OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import type { ReleaseStep, Tool } from '../tools/releases.ts';
import type { Expectation } from './expectation.ts';
import type { Rights } from './shipped-role.ts';

/**
 * Where scenarios are played: the embedded cluster; etcd and a real API server with its controllers; the same with Helm or Argo CD's
 * engine, whose releases bring the hooks.
 */
export type GroundName = 'lab' | 'control-plane' | 'tools';

/** One file in test/scenarios/: plain data, played on every ground with every kind of operator, or every tool, that it names. */
export interface Scenario {
  /** A claim, which the suite proves or refutes. */
  title: string;
  operators: readonly OperatorKind[];
  /** Lab and control plane unless told. */
  grounds?: readonly GroundName[];
  /** Of the ground of tools, where operators and grounds are not many. */
  tools?: readonly Tool[];
  /** Begun before the others, for it takes minutes. */
  long?: boolean;
  given: Given;
  when: readonly Step[];
  expect: Expectation;
  /** What differs with a kind of operator or a tool; runs and releases are replaced one by one, the rest field by field. */
  differs?: Partial<Record<OperatorKind | Tool, Expectation>>;
}

/** A settled cluster: operator, pools whole and ready, sessions handled one after another. */
export interface Given extends Rights {
  apps: readonly AppGiven[];
  sessions?: readonly SessionGiven[];
  /** `inRelease`: its Deployment is part of the releases, so that each of them restarts it; else it runs from the start. */
  operator?: { keycloak?: boolean; eagerStart?: boolean; replicas?: number; inRelease?: boolean };
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
  /** Its Lease is renewed on, its Deployment is whole, and it does nothing. */
  | { do: 'freezeOperator' }
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
  /** `steps` begin right after the operator's n-th write from now; `during` makes it write. */
  | {
      do: 'atWrite';
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
  | { do: 'clearFaults' }
  | ReleaseStep;

/** Something that happens within a run, right after its n-th write was done and before it hears of it. */
export interface Moment {
  write: number;
  /** Ahead of the write, which waits for the steps. */
  before?: boolean;
  steps: readonly Step[];
  /** The signal that the run gets then. After SIGKILL nothing of it reaches the server, that write neither when it was ahead of it. */
  signal?: Signal;
  /** The run may end before. */
  mayMiss?: boolean;
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
