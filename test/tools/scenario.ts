import type { Kind } from '../../plugin/model/kinds.ts';
import type { OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import type { AppGiven, Handed, ImageFate, SessionExpectation, SessionGiven } from '../harness/scenario.ts';

/** Who brings a release into the cluster, and how the hooks got into it: by the chart, or by `warmgate inject`. */
export const tools = ['helm3', 'helm4', 'argo', 'helm4-inject', 'argo-inject'] as const;

export type Tool = (typeof tools)[number];

/** One file in scenarios/: plain data, played with every tool that it names on a real control plane. */
export interface ToolScenario {
  /** A claim, which the suite proves or refutes. */
  title: string;
  tools: readonly Tool[];
  /** ensure-on-added unless told. */
  operator?: OperatorKind;
  /** The operator's Deployment is part of the release, so that each upgrade restarts it; else it runs from the start. */
  operatorInRelease?: boolean;
  /** Begun before the others, for it takes minutes. */
  long?: boolean;
  when: readonly ToolStep[];
  expect: ToolExpectation;
  /** What differs with a tool, field by field. */
  differs?: Partial<Record<Tool, ToolExpectation>>;
}

/** How the hooks are set in a release. */
export interface HookSettings {
  /** Default: the image that there is. */
  image?: string;
  /** Of verify and of the one after a rollback. */
  timeoutSeconds?: number;
  verifyFlags?: readonly string[];
  guardFlags?: readonly string[];
  /** Charts alone. True unless told. */
  guard?: boolean;
  /** Argo CD alone. */
  hookKind?: 'Job' | 'Pod';
  /** Helm alone: the stock image of Node with the program from the release. */
  bundle?: boolean;
}

export type ToolStep =
  /** Brings these AppDefinitions, and no others, into the cluster. */
  | {
      do: 'release';
      as: string;
      apps: readonly AppGiven[];
      /** Without any hook: the chart as it was before warmgate came. */
      bare?: boolean;
      hooks?: HookSettings;
      /** Helm: back to the release before when it fails. */
      rollBackOnFailure?: boolean;
      /** Argo CD: further attempts. */
      retry?: number;
      /** Argo CD: server-side apply. */
      serverSide?: boolean;
      /** AppDefinitions with an empty map of annotations in the manifests, in place of Helm's revision. */
      emptyAnnotations?: boolean;
      /** Argo CD: how it knows its objects; by annotation unless told. */
      tracking?: 'annotation' | 'label';
      /** A right that the Role of verify lacks; charts alone. */
      without?: { verb: string; resource: string };
      /** What happens within it. */
      at?: readonly HookMoment[];
    }
  /** Helm: warmgate's own chart as a release beside that of the pools. */
  | { do: 'releaseBeside'; as: string; hooks?: HookSettings }
  /** Helm: back to the revision before. */
  | { do: 'rollback'; as: string; at?: readonly HookMoment[] }
  /** Argo CD: what the application looks like now. */
  | { do: 'diff'; as: string; serverSide?: boolean; tracking?: 'annotation' | 'label' }
  /** Once the pool is ready, unless told otherwise. */
  | { do: 'startSession'; session: SessionGiven; ready?: false }
  | { do: 'endSession'; name: string }
  | { do: 'startOperator'; ready?: boolean }
  | { do: 'stopOperator' }
  /** Its Lease is renewed on, its Deployment is whole, and it does nothing. */
  | { do: 'freezeOperator' }
  | { do: 'quiet' }
  | { do: 'image'; image: string; fate: ImageFate }
  | { do: 'patch'; kind: Kind; name: string; body: object }
  | { do: 'wait'; seconds: number };

/** Right after the n-th pod (first unless told) of this command started within the release. */
export interface HookMoment {
  hook: 'guard' | 'verify' | 'open';
  n?: number;
  /** Seconds more. */
  after?: number;
  steps: readonly ToolStep[];
  /** SIGTERM to Helm; Argo CD: the operation is terminated. */
  terminate?: boolean;
}

export interface ToolExpectation {
  releases?: Record<string, ReleaseExpectation>;
  handed?: Record<string, Handed | readonly Handed[]>;
  /** As in the scenarios of the other grounds: those that lost something. */
  sessions?: Record<string, SessionExpectation>;
  /** AppDefinitions whose gate must still be closed at the end. */
  gates?: readonly string[];
  /** Helm's word for the last revision. */
  status?: string;
  /** Jobs and bare Pods of hooks that are left as evidence at the end. */
  left?: readonly string[] | 'any';
  /** Whether every free id of these pools is whole, current, ready and open at the end; all of them unless told. */
  converged?: readonly string[];
}

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
