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
  /** A failing hook after a rollback leaves the release in pending-rollback for good (pitfalls of Helm 3 and 4). */
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
export function hooksOf(mode: Mode): HookName[] {
  return hookNames.filter((name) => hookRows[name][mode] !== '');
}
