import type { Worker } from '../model/rights.ts';

/** Who runs the hooks; each reads its own annotations, and an object carries those of one only. */
export const modes = ['argo', 'helm'] as const;

export type Mode = (typeof modes)[number];

export interface HookRow {
  /** Its command, and whose account it uses. */
  readonly command: Worker;
  readonly flags: readonly string[];
  /** Phase of a sync (https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/); empty: not there. */
  readonly argo: string;
  /** Events (https://helm.sh/docs/topics/charts_hooks/); empty: not there. */
  readonly helm: string;
  /** Helm weight and Argo wave. */
  readonly weight: number;
  readonly timeoutSeconds: number;
}

/**
 * Every hook. guard comes late among the hooks before a release, so that the gate is closed no longer than it must be;
 * verify early among those after it, before anything that announces success.
 */
export const hookRows = {
  guard: {
    command: 'guard',
    flags: [],
    argo: 'PreSync',
    helm: 'pre-upgrade',
    weight: 90,
    timeoutSeconds: 60,
  },
  verify: {
    command: 'verify',
    flags: [],
    argo: 'PostSync',
    helm: 'post-install,post-upgrade',
    weight: -10,
    timeoutSeconds: 240,
  },
  /** A failing hook after a rollback leaves the release in pending-rollback for good (docs/helm.md). */
  rollback: {
    command: 'verify',
    flags: ['--always-exit-0'],
    argo: '',
    helm: 'post-rollback',
    weight: -10,
    timeoutSeconds: 240,
  },
  open: { command: 'open', flags: [], argo: 'SyncFail', helm: '', weight: 10, timeoutSeconds: 60 },
} as const satisfies Record<string, HookRow>;

export type HookName = keyof typeof hookRows;

export const hookNames: readonly HookName[] = Object.keys(hookRows) as HookName[];

/** The hooks that a mode has. */
export function hooksOf(mode: Mode, without: readonly HookName[] = []): HookName[] {
  return hookNames.filter((name) => hookRows[name][mode] !== '' && !without.includes(name));
}

/** What the builders need to know; `usualHooks` gives the rest. */
export interface HookOptions {
  mode: Mode;
  /** First word of every object's name. */
  name: string;
  /** Of the pools, written into every object: a RoleBinding needs it for its subject. */
  namespace: string;
  image: string;
  imagePullPolicy: 'IfNotPresent' | 'Always' | 'Never';
  imagePullSecrets: readonly string[];
  /** Name of a ConfigMap with the program, where the image is a plain one of Node; empty: the image brings it. */
  bundle: string;
  /** Hooks that are left out. */
  without: readonly HookName[];
  /** Seconds of `--timeout` for a hook that shall have more or less than its row gives it. */
  timeoutSeconds: Partial<Record<HookName, number>>;
  /** Seconds after which Kubernetes ends the hook; without it 30 after its own `--timeout`. */
  deadlineSeconds: Partial<Record<HookName, number>>;
  /** More flags of a hook's command, as on a command line. */
  flags: Partial<Record<HookName, readonly string[]>>;
  /** What the flags of verify allow: its account gets the rights for it. */
  allow: readonly ('restart-operator' | 'replace')[];
  /** Variables of every hook's container. */
  env: Readonly<Record<string, string>>;
  /** On every object, beside our own. */
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  pod: PodSettings;
  /** Argo CD shows the termination message of a bare Pod, of a Job only its condition. Helm waits for both. */
  hookKind: 'Job' | 'Pod';
  /**
   * Wave of the sync itself in which guard runs; undefined: before the sync (PreSync), where its namespace must be there
   * already. Argo CD only.
   */
  guardWave: number | undefined;
}

/** What somebody else may want of every pod; the fields of a pod, as the API has them. */
export interface PodSettings {
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  resources: object;
  nodeSelector: Readonly<Record<string, string>>;
  tolerations: readonly object[];
  affinity: object;
  priorityClassName: string;
}

/** Of every container. */
export const usualResources = {
  requests: { cpu: '50m', memory: '96Mi' },
  limits: { memory: '256Mi' },
} as const;

export function usualHooks({
  mode,
  namespace,
  image,
}: Pick<HookOptions, 'mode' | 'namespace' | 'image'>): HookOptions {
  return {
    mode,
    name: 'warmgate',
    namespace,
    image,
    imagePullPolicy: 'IfNotPresent',
    imagePullSecrets: [],
    bundle: '',
    without: [],
    timeoutSeconds: {},
    deadlineSeconds: {},
    flags: {},
    allow: [],
    env: {},
    labels: {},
    annotations: {},
    pod: {
      labels: {},
      annotations: {},
      resources: usualResources,
      nodeSelector: {},
      tolerations: [],
      affinity: {},
      priorityClassName: '',
    },
    hookKind: 'Job',
    guardWave: undefined,
  };
}
