import { RunError } from '../model/run-error.ts';
import type { CommandName } from './commands.ts';
import { type FlagName, flagNames, flagsOf, row } from './flags.ts';
import type { Options } from './options.ts';
import { readValue, unset, writeDuration } from './value.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Every option from what was written, else from the variables, else from the defaults.
 * @throws RunError 'badValue', 'durationWithoutUnit', 'badVariable'
 */
export function complete(command: CommandName, texts: ReadonlyMap<FlagName, string[]>, env: Env): Options {
  const mine = flagsOf(command);
  const options: Record<string, unknown> = {};
  for (const name of flagNames) {
    const it = row(name);
    const byDefault = it.defaultFor?.[command] ?? it.default;
    const given = texts.get(name);
    const variable = mine.includes(name) ? variableOf(it.env, command, env) : undefined;
    if (given !== undefined) options[it.key] = flagValue(name, given);
    else if (variable !== undefined) options[it.key] = variableValue(name, variable, env[variable] ?? '');
    else if (it.alsoEnv !== undefined && (env[it.alsoEnv] ?? '') !== '') options[it.key] = it.kind !== 'off';
    else options[it.key] = unset(it, byDefault);
  }
  return options as Options;
}

function flagValue(name: FlagName, texts: readonly string[]): unknown {
  const read = readValue(row(name), texts);
  if ('value' in read) return read.value;
  const flag = `--${name}`;
  const value = texts.join(',');
  if (read.fix !== undefined) throw new RunError('durationWithoutUnit', { flag, value, fix: read.fix });
  throw new RunError('badValue', { flag, value, expects: read.expects });
}

/**
 * The variable that is set. Argo CD puts a word before those of an Application's plugin, and an Application knows better than the sidecar
 * that serves all of them (https://argo-cd.readthedocs.io/en/stable/operator-manual/config-management-plugins/).
 */
function variableOf(name: string, command: CommandName, env: Env): string | undefined {
  const names = command === 'inject' ? [`ARGOCD_ENV_${name}`, name] : [name];
  return names.find((each) => (env[each] ?? '') !== '');
}

function variableValue(name: FlagName, variable: string, text: string): unknown {
  const read = readValue(row(name), [text]);
  if ('value' in read) return read.value;
  const expects = read.fix === undefined ? read.expects : `${read.expects}; write ${read.fix}`;
  throw new RunError('badVariable', { name: variable, value: text, expects });
}

interface Disagreement {
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
          why: 'the pools cannot settle in time',
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
