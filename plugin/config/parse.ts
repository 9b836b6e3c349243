import { RunError } from '../model/run-error.ts';
import { type CommandName, commandNames, commands } from './commands.ts';
import { complete, type Env } from './complete.ts';
import { disagreement } from './disagreement.ts';
import { type FlagName, flags, flagsOf, row } from './flags.ts';
import { commandHelp, overview } from './help.ts';
import { nearest } from './nearest.ts';
import type { Options } from './options.ts';
import { type Given, isSwitch, scan } from './scan.ts';
import { truth } from './value.ts';

export type Parsed = { command: CommandName; options: Options } | { help: string };

/**
 * A command line, completed from variables and defaults; a flag beats its variable, a variable the default.
 * Only the variables of the command's own flags are read.
 * @throws RunError with exit 2, before anything else happens
 */
export function parse(argv: readonly string[], env: Env): Parsed {
  const given = scan(argv);
  const [name, ...rest] = given.words;
  const command = known(name);
  if (command === 'help')
    return { help: rest[0] === undefined ? overview() : commandHelp(known(rest[0]) ?? 'help') };
  if (given.help) return { help: command === undefined ? overview() : commandHelp(command) };
  if (given.version) return { command: 'version', options: complete('version', new Map(), env) };
  if (command === undefined) return { help: overview() };
  const texts = textsOf(command, given.flags);
  if (rest[0] !== undefined)
    throw new RunError('extraArgument', { name: rest[0], fix: hint(command, rest[0]) });
  const options = complete(command, texts, env);
  const clash = disagreement(command, options);
  if (clash !== undefined) throw new RunError('flagsDisagree', clash);
  return { command, options };
}

function known(name: string | undefined): CommandName | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(commands, name)) return name as CommandName;
  const visible = commandNames.filter((one) => !('hidden' in commands[one]));
  throw new RunError('unknownCommand', { name, near: nearest(name, visible) });
}

function textsOf(command: CommandName, given: readonly Given[]): Map<FlagName, string[]> {
  const mine = flagsOf(command);
  const texts = new Map<FlagName, string[]>();
  for (const { name, raw, value, inline } of given) {
    if (!Object.hasOwn(flags, name)) {
      const near = nearest(name, mine) || nearest(`no-${name}`, mine);
      throw new RunError('unknownFlag', { flag: raw, near: near === '' ? '' : `--${near}` });
    }
    const flag = name as FlagName;
    if (!mine.includes(flag))
      throw new RunError('foreignFlag', { flag: raw, command, commands: row(flag).commands.join(', ') });
    const text = isSwitch(row(flag).kind) ? (value ?? 'true') : value;
    // Not `--timeout --settle`: a value that looks like a flag must be written with `=`.
    if (text === undefined || (!inline && text.length > 1 && text.startsWith('-')))
      throw new RunError('missingValue', { flag: raw, expects: row(flag).says });
    texts.set(flag, [...(texts.get(flag) ?? []), text]);
  }
  return texts;
}

/** What somebody who wrote a bare word probably meant. */
function hint(command: CommandName, word: string): string {
  if (truth(word) !== undefined) return 'a switch takes no value, or one with =';
  if (flagsOf(command).includes('file') && /[./]/.test(word)) return `did you mean -f ${word}?`;
  return flagsOf(command).includes('app') ? `did you mean --app ${word}?` : '';
}
