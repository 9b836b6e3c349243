import type { Assessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import type { PartKind } from '../model/parts.ts';
import type { Tone } from '../text/paint.ts';

/** The full forecast of what the operator does with the manifests; schemas/plan.schema.json describes it. */
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
  made: { label: 'created', tone: 'plain' },
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

/** What a session notices, by part and fate (docs/theia-cloud.md#f2 to #f5). */
export const lossRows = {
  externalService: {
    remade: 'its external Service is replaced and free: another session may claim it',
    lost: 'its external Service is gone: it cannot be reached',
  },
  internalService: {
    remade: 'its internal Service is replaced and free: another session may claim it',
    lost: 'its internal Service is gone',
  },
  proxyConfigMap: {
    remade: 'its proxy ConfigMap is replaced: no effect until its pod restarts',
    lost: 'its proxy ConfigMap is gone: its pod cannot start again',
  },
  emailConfigMap: {
    remade: 'its allow-list is replaced by an empty one: its user is locked out',
    lost: 'its allow-list is gone for good: its user is locked out when its pod starts again',
  },
  pvc: {
    remade: 'its workspace is replaced: files are lost',
    lost: 'its workspace is gone: files are lost',
  },
  sidecarService: {
    remade: 'the Service of its sidecar {sidecar} is replaced',
    lost: 'the Service of its sidecar {sidecar} is gone',
  },
  sidecarDeployment: {
    remade: 'its sidecar {sidecar} is replaced',
    lost: 'its sidecar {sidecar} is gone until the operator starts again',
  },
  deployment: {
    remade: 'its pod is replaced: unsaved work is lost',
    lost: 'its pod is gone: the session is dead',
  },
} as const satisfies Record<PartKind, Record<Fate, string>>;

/** What one should know of a plan beside the fates, one row a code, in the form of model/sentence.ts. */
export const noteRows = {
  noAppDefinition: 'the manifests hold no AppDefinition',
  noEagerStart: 'the operator runs without --eagerStart: it keeps no pool, whatever AppDefinitions say',
  operatorUnknown:
    'without a pool nothing shows whether the operator labels generations: this plan takes it that it does',
  upstreamIgnores:
    'this operator ignores changes: what exists stays as it is until sessions end, or verify --allow replace renews it',
  operatorRestarts:
    'the operator restarts with these manifests and never sees a change that lands meanwhile: {apps} {instances instance stays|instances stay} old until verify runs',
  notInManifests: 'not in the manifests and left alone: {apps}[; {option} plans their deletion]',
  elsewhere: 'in another namespace and left out: {apps}',
  staleNow: '{app}: instances {instances} are not current even before this change, and it renews them',
  sidecarsLost:
    '{app}: the operator deletes the sidecars of instances {instances} and creates them only when it starts; guard shields them',
  gateCloses:
    '{app}: guard closes {instances instance|instances} until verify opens them; sessions that start meanwhile start lazily',
  claimsInFlight:
    '{count session is|sessions are} claiming or ending now ({sessions}): what becomes of them cannot be planned',
  belowClaims:
    '{app}: minInstances goes below instances that live sessions have ({instances}); they stay until those sessions end',
} as const;

export type NoteCode = keyof typeof noteRows;

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
