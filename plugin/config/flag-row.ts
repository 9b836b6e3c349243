import type { CommandName } from './commands.ts';

/**
 * Kinds of values: `flag` on or off; `off` a switch that is on until `--no-…` turns it off; `duration` with a unit, kept as
 * ms; `amount` N or N%; `pairs` name=value. `list`, `choices` and `pairs` may be repeated, with commas too where `commas`.
 */
export type FlagKind =
  | 'flag'
  | 'off'
  | 'duration'
  | 'number'
  | 'string'
  | 'list'
  | 'choice'
  | 'choices'
  | 'amount'
  | 'pairs';

export interface FlagRow {
  /** Its name in Options; durations end in Ms. */
  readonly key: string;
  readonly short?: string;
  readonly env: string;
  /** A variable that others agreed on; `flag` and `off` only, and only when ours is unset. */
  readonly alsoEnv?: string;
  readonly kind: FlagKind;
  /** As one would write it; none: undefined, false or empty. */
  readonly default?: string;
  readonly defaultFor?: Partial<Record<CommandName, string>>;
  readonly choices?: readonly string[];
  readonly commas?: boolean;
  /** Lowest and highest value; as durations for durations. */
  readonly range?: readonly [string, string];
  readonly form?: Form;
  /** What stands for the value in the usage. */
  readonly value?: string;
  readonly commands: readonly CommandName[];
  readonly says: string;
}

/** Forms that a text must have; value.ts has a rule for each. */
export type Form = 'name' | 'selector' | 'report' | 'revisions';

/** Groups of commands that share flags. */
export const live = ['verify', 'guard', 'open', 'check', 'plan', 'doctor'] as const;
export const judging = ['verify', 'check'] as const;
export const gating = ['verify', 'guard'] as const;
export const printing = [...live, 'demo'] as const;
export const every = [...printing, 'inject', 'lab'] as const;
