import type { Assessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';

/** What a run may do and how long it may take. Times in ms of the server's clock. */
export interface Policy {
  /** Nothing of any pool may have changed for this long before a pool is called lost, or current after a change. */
  readonly settleMs: number;
  readonly timeoutMs: number;
  /** Nudges without progress per generation and hour, counted across runs. */
  readonly maxNudges: number;
  readonly holdForMs: number;
  /** False: look only, for want of permission. */
  readonly mayWrite: boolean;
  /** What it may not then: `patch services`, several after commas. */
  readonly lacks?: string;
  /** False with `--no-wait-operator`. */
  readonly waitForOperator: boolean;
  readonly onFailure: 'auto' | 'open' | 'closed';
  /** `--allow restart-operator`, `--allow replace`. */
  readonly mayRestart: boolean;
  readonly mayReplace: boolean;
  /** `--batch`: how many instances at a time, or what share of the free ones. */
  readonly batch?: { count: number } | { percent: number } | undefined;
  /** `--refresh`: renew all that was made before the first look, current or not. */
  readonly refresh?: boolean;
  readonly expectGeneration?: number | undefined;
  /** Image by AppDefinition. */
  readonly expectImages: Readonly<Record<string, string>>;
  /** guard: `--strict`; whose gate closes: all with `--gate`, else those that the manifests will change. */
  readonly strict?: boolean;
  readonly gate?: boolean;
  readonly manifests?: readonly KubeObject[];
  /** open: `--force`, `--expired`. */
  readonly force?: boolean;
  readonly expired?: boolean;
}

/** The flags that a policy comes from, by the names that config/ gives them. */
export interface PolicyFlags {
  readonly allow: readonly string[];
  readonly batch: Policy['batch'];
  readonly settleMs: number;
  readonly timeoutMs: number;
  readonly maxNudges: number;
  readonly holdForMs: number;
  readonly waitOperator: boolean;
  readonly onFailure: Policy['onFailure'];
  readonly refresh: boolean;
  readonly expectGeneration: number | undefined;
  readonly expectImage: Readonly<Record<string, string>>;
  readonly strict: boolean;
  readonly gate: boolean;
  readonly force: boolean;
  readonly expired: boolean;
}

/** `lacks`: rights that the account has not; with any of them missing the run looks only. */
export function policyOf(
  flags: PolicyFlags,
  lacks: readonly string[] = [],
  manifests: readonly KubeObject[] = [],
): Policy {
  const { settleMs, timeoutMs, maxNudges, holdForMs, onFailure, refresh, strict, gate, force, expired } =
    flags;
  return {
    ...{ settleMs, timeoutMs, maxNudges, holdForMs, onFailure, refresh, strict, gate, force, expired },
    manifests,
    mayRestart: flags.allow.includes('restart-operator'),
    mayReplace: flags.allow.includes('replace'),
    mayWrite: lacks.length === 0,
    lacks: lacks.join(', '),
    waitForOperator: flags.waitOperator,
    expectImages: flags.expectImage,
    batch: flags.batch,
    expectGeneration: flags.expectGeneration,
  };
}

/** Between the gate's closing and the look that confirms it (docs/theia-cloud.md#lever-6-e). */
export const secondLookMs = 2000;

/** Between two looks while nothing is expected to change, a list of every kind each; and while the operator works or a session comes. */
export const lookEveryMs = 2000;
export const busyLookMs = 500;

/** `--expect-generation`, `--expect-image`: pools at anything else. Somebody else's release is going on there. */
export function pinnedElsewhere(
  { pools }: Assessment,
  { expectGeneration, expectImages }: Pick<Policy, 'expectGeneration' | 'expectImages'>,
): { app: string; reason: Reason }[] {
  return pools.flatMap(({ name, image, generation }) => {
    const expected = expectImages[name];
    if (expected !== undefined && expected !== image)
      return [{ app: name, reason: because('pinnedElsewhere', { what: 'image', expected, found: image }) }];
    if (expectGeneration === undefined || expectGeneration === generation) return [];
    const args = { what: 'generation', expected: expectGeneration, found: generation };
    return [{ app: name, reason: because('pinnedElsewhere', args) }];
  });
}
