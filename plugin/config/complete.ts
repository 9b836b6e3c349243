import { RunError } from '../model/run-error.ts';
import type { CommandName } from './commands.ts';
import { type FlagName, flagNames, flagsOf, row } from './flags.ts';
import type { Options } from './options.ts';
import { readValue, unset } from './value.ts';

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
    const variable = mine.includes(name) ? (env[it.env] ?? '') : '';
    if (given !== undefined) options[it.key] = flagValue(name, given);
    else if (variable !== '') options[it.key] = variableValue(name, variable);
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

function variableValue(name: FlagName, text: string): unknown {
  const read = readValue(row(name), [text]);
  if ('value' in read) return read.value;
  const expects = read.fix === undefined ? read.expects : `${read.expects}; write ${read.fix}`;
  throw new RunError('badVariable', { name: row(name).env, value: text, expects });
}
