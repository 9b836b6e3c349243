import type { Assessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import type { PartKind } from '../model/parts.ts';
import type { Tone } from '../text/paint.ts';
import type { NoteCode } from './note-words.ts';

/** What the operator would do with the manifests, whole; schemas/plan.schema.json describes it. */
export interface Plan {
  apiVersion: 'warmgate/v1';
  kind: 'Plan';
  version: string;
  /** Where the pools were seen: a cluster, files, or nowhere: then as the base revision would have made them. */
  source: 'live' | 'file' | 'base';
  /** Empty unless live. */
  server: string;
  namespace: string;
  operator: {
    kind: 'fork' | 'upstream' | 'unknown';
    eagerStart: boolean;
    keycloak: boolean;
    /** The manifests change its pod template: what lands while it restarts is never seen. */
    restarts: boolean;
  };
  verdict: string;
  pools: PlannedPool[];
  /** Live sessions that lose something, each with what it would lose if guard ran before. */
  sessions: PlannedSession[];
  notes: PlannedNote[];
}

export interface PlannedPool {
  app: string;
  change: ChangeKind;
  /** Before and after; 0 for none. */
  generation: [number, number];
  image: [string, string];
  minInstances: [number, number];
  /** Fields of the spec that change, as `resources.limits`. Names only. */
  fields: string[];
  instances: PlannedInstance[];
}

export interface PlannedInstance {
  id: number;
  fate: InstanceFate;
  /** Who has it now. */
  session?: string;
  /** Labels of parts that are deleted and not made anew. */
  lost: string[];
  /** Objects deleted, and objects created. */
  deletes: number;
  creates: number;
}

export interface PlannedSession {
  name: string;
  app: string;
  instance: number;
  loses: PartLoss[];
  withGuard: PartLoss[];
}

export interface PartLoss {
  part: PartKind;
  /** Which sidecar, for the two sidecar kinds. */
  sidecar?: string;
  fate: Fate;
  /** What that means to the session. */
  text: string;
}

export interface PlannedNote {
  code: NoteCode;
  args: Readonly<Record<string, string | number>>;
  text: string;
}

/** What becomes of an instance, in the order of the summary. */
export const instanceFates = {
  kept: { label: 'kept', tone: 'good' },
  renewed: { label: 'renewed', tone: 'plain' },
  made: { label: 'made', tone: 'plain' },
  mended: { label: 'mended', tone: 'plain' },
  partly: { label: 'partly renewed', tone: 'warn' },
  damaged: { label: 'damaged', tone: 'bad' },
  released: { label: 'released', tone: 'warn' },
  deleted: { label: 'deleted', tone: 'warn' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export type InstanceFate = keyof typeof instanceFates;

/** What the manifests do to an AppDefinition. */
export const changeKinds = {
  created: 'is created',
  spec: 'changes',
  metadata: 'changes in metadata only',
  none: 'does not change',
  deleted: 'is deleted',
} as const satisfies Record<string, string>;

export type ChangeKind = keyof typeof changeKinds;

/** What happens to a part under a live session. */
export type Fate = 'remade' | 'lost';

/** Everything that a plan is made from. */
export interface Situation {
  /** The namespace as it was seen. */
  assessment: Assessment;
  /** AppDefinitions that are there. */
  apps: readonly KubeObject[];
  /** Deployments, Services, ConfigMaps and PVCs that are there. */
  objects: readonly KubeObject[];
  manifests: readonly KubeObject[];
  /** AppDefinitions that the manifests lack are deleted. */
  prune: boolean;
  /** Names given with `--app`; empty: all. */
  only: readonly string[];
}
