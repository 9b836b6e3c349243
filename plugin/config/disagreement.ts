import type { CommandName } from './commands.ts';
import { writeDuration } from './duration.ts';
import { flagsOf } from './flags.ts';
import type { Options } from './options.ts';

export interface Disagreement {
  flag: string;
  other: string;
  why: string;
}

/** Two options that cannot both be meant, or undefined. */
export function disagreement(command: CommandName, options: Options): Disagreement | undefined {
  return rules.map((rule) => rule(options, command)).find((found) => found !== undefined);
}

const rules: readonly ((options: Options, command: CommandName) => Disagreement | undefined)[] = [
  ({ quiet, verbose }) => (quiet && verbose ? { flag: '--quiet', other: '--verbose', why: '' } : undefined),
  ({ force, expired }) =>
    force && expired
      ? { flag: '--force', other: '--expired', why: 'expired gates of stale instances stay closed' }
      : undefined,
  ({ settleMs, timeoutMs }, command) =>
    flagsOf(command).includes('settle') && settleMs >= timeoutMs
      ? {
          flag: `--settle ${writeDuration(settleMs)}`,
          other: `--timeout ${writeDuration(timeoutMs)}`,
          why: 'the pools could never be quiet in time',
        }
      : undefined,
  ({ manifests, chart, git }) => {
    const sources = [
      ...(manifests.length > 0 ? ['--manifests'] : []),
      ...(chart === undefined ? [] : ['--chart']),
      ...(git === undefined ? [] : ['--git']),
    ];
    const [flag, other] = sources;
    return flag === undefined || other === undefined
      ? undefined
      : { flag, other, why: 'desired manifests come from one of them' };
  },
  ({ files, manifests }) =>
    [...files, ...manifests].filter((file) => file === '-').length > 1
      ? { flag: '--file -', other: '--manifests -', why: 'stdin can be read once' }
      : undefined,
];
