import type { FaultRule } from '../../plugin/lab/api/faults.ts';
import type { LabClock } from '../../plugin/lab/clock.ts';
import type { ServerAccess } from '../../plugin/lab/operator/access.ts';
import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { ToolHands } from '../tools/ground.ts';
import type { GroundName, ImageFate } from './scenario.ts';
import type { Tap } from './tap.ts';

/** A namespace of a cluster in which one scenario is played. */
export interface Ground {
  readonly name: GroundName;
  readonly namespace: string;
  readonly clock: LabClock;
  readonly hands: Hands;
  readonly history: History;
  /** Where the operator finds the API server. */
  readonly operatorAccess: ServerAccess | string;
  /** Calls back once the operator's n-th write from now has been carried out, its Lease left out; its answer waits for the callback. */
  onOperatorWrite(n: number, then: () => void): void;
  /** Before warmgate's account, for runs that are watched. */
  readonly tap: Tap;
  /** Environment of a run of warmgate, with its own account. `watched`: behind the tap. */
  environment(watched: boolean): Promise<Record<string, string>>;
  /** Reports the namespace's pods as they are and at each change, `gone` when one is deleted. */
  watchPods(report: (pod: KubeObject, gone: boolean) => void): () => Promise<void>;
  setImage(image: string, fate: ImageFate): void;
  /** The tag points to another image from now on. Absent where it can't. */
  retag?(image: string): void;
  /** Requests of warmgate's account since `mark`. */
  mark(): Promise<unknown>;
  traffic(mark: unknown): Promise<Traffic>;
  /** Absent where requests can't be made to fail. */
  readonly faults?: { add(rule: FaultRule): () => void; clear(): void };
  /** Absent where no tool makes releases. */
  readonly tool?: ToolHands;
  stop(): Promise<void>;
}

/** What somebody who may everything does with the cluster. All of it in the ground's namespace. */
export interface Hands {
  list(kind: Kind): Promise<KubeObject[]>;
  get(kind: Kind, name: string): Promise<KubeObject | undefined>;
  create(kind: Kind, object: object): Promise<KubeObject>;
  /** A merge patch. */
  patch(kind: Kind, name: string, body: object, subresource?: 'status'): Promise<KubeObject>;
  remove(kind: Kind, name: string): Promise<void>;
}

/** Every version of the namespace's objects since the ground began. */
export interface History {
  /** The object as it was under this resourceVersion; undefined when there was none within 5 s of asking. */
  version(resourceVersion: string): Promise<KubeObject | undefined>;
  /** Every version of one kind so far, in order. */
  of(kind: Kind): readonly KubeObject[];
  /** The objects of one kind as they were just before this resourceVersion. */
  before(kind: Kind, resourceVersion: string): readonly KubeObject[];
}

export interface Traffic {
  writes: Write[];
  /** Reads that were asked, `list services` by number. */
  reads: Record<string, number>;
}

/** A write request of warmgate's account; access reviews are none. */
export interface Write {
  verb: string;
  /** Plural, as in the path. */
  resource: string;
  name: string;
  subresource: string;
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON
  body: any;
  /** HTTP status; 0 when it never came to an answer. */
  code: number;
  /** Milliseconds since 1970 of the ground's clock. */
  at: number;
}
