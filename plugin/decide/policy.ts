/** What a run may do and how long it may take, from its flags. Times in ms of the server's clock. */
export interface Policy {
  /** Nothing of any pool may have changed for this long before a pool is called lost, or current after a change. */
  settleMs: number;
  timeoutMs: number;
  /** Nudges without progress per generation and hour, counted across runs. */
  maxNudges: number;
  holdForMs: number;
  /** False: look only, for want of permission. */
  mayWrite: boolean;
  /** What it may not then: `patch services`, several after commas. */
  lacks?: string;
  /** False with `--no-wait-operator`. */
  waitForOperator: boolean;
  onFailure: 'auto' | 'open' | 'closed';
  /** `--allow restart-operator`, `--allow replace`. */
  mayRestart: boolean;
  mayReplace: boolean;
  /** `--batch`: how many instances at a time, or what share of the free ones. */
  batch?: { count: number } | { percent: number };
  /** `--refresh`: renew all that was made before this time (ms), current or not. */
  refreshBefore?: number;
  expectGeneration?: number;
  /** Image by AppDefinition. */
  expectImages: Readonly<Record<string, string>>;
}

/** Between the gate's closing and the look that confirms it (theia-cloud.md lever 6 e). */
export const secondLookMs = 2000;

/** Between two looks while nothing is expected to change, a list of every kind each; and while the operator works or a session comes. */
export const lookEveryMs = 2000;
export const busyLookMs = 500;
