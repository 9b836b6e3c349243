import type { CommandName } from './commands.ts';
import type { FlagRow } from './flag-row.ts';
import { hookFlags, planFlags } from './flags-manifests.ts';
import { outputFlags } from './flags-output.ts';
import { renewalFlags } from './flags-renewal.ts';
import { verdictFlags } from './flags-verdict.ts';
import { whereFlags } from './flags-where.ts';

/** Every flag. Parsing, variables, help and docs come from its row. */
export const flags = {
  ...whereFlags,
  ...verdictFlags,
  ...renewalFlags,
  ...planFlags,
  ...hookFlags,
  ...outputFlags,
} as const;

export type FlagName = keyof typeof flags;

export const flagNames: readonly FlagName[] = Object.keys(flags) as FlagName[];

export function row(name: FlagName): FlagRow {
  return flags[name];
}

/** Flags of a command, in the order of the table. */
export function flagsOf(command: CommandName): FlagName[] {
  return flagNames.filter((name) => row(name).commands.includes(command));
}
