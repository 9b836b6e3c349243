import { parseArgs } from 'node:util';
import { RunError } from '../model/run-error.ts';
import { type CommandName, commandNames, commands } from './commands.ts';
import { complete, disagreement, type Env } from './complete.ts';
import type { FlagKind } from './flag-row.ts';
import { type FlagName, flagNames, flags, flagsOf, row } from './flags.ts';
import { commandHelp, overview } from './help.ts';
import type { Options } from './options.ts';
import { truth } from './value.ts';

type Parsed = { command: CommandName; options: Options } | { help: string };

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

/**
 * Nothing may fail here, not even what is wrong with the command line itself: after a rollback a hook that fails leaves the release
 * pending for good.
 */
export function neverFails(argv: readonly string[], env: Env): boolean {
  const { words, flags: given } = scan(argv);
  if (words[0] !== 'verify') return false;
  const { value = 'true' } = given.findLast(({ name }) => name === 'always-exit-0') ?? { value: '' };
  return truth(value || (env[row('always-exit-0').env] ?? '')) === true;
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

/** A flag as it was written. */
interface Given {
  name: string;
  raw: string;
  value: string | undefined;
  inline: boolean;
}

/** A command line cut into words and flags; nothing is judged yet. */
interface Scanned {
  words: string[];
  flags: Given[];
  help: boolean;
  version: boolean;
}

function scan(argv: readonly string[]): Scanned {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  };
  for (const name of flagNames) {
    const { kind, short } = row(name);
    options[name] = {
      type: isSwitch(kind) ? 'boolean' : 'string',
      ...(short === undefined ? {} : { short }),
    };
  }
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const scanned: Scanned = { words: [], flags: [], help: false, version: false };
  for (const token of tokens) {
    if (token.kind === 'positional') scanned.words.push(token.value);
    else if (token.kind === 'option' && token.name === 'help') scanned.help = true;
    else if (token.kind === 'option' && token.name === 'version') scanned.version = true;
    else if (token.kind === 'option')
      scanned.flags.push({
        name: token.name,
        raw: token.rawName,
        value: token.value,
        inline: token.inlineValue === true,
      });
  }
  return scanned;
}

export function isSwitch(kind: FlagKind): boolean {
  return kind === 'flag' || kind === 'off';
}

/** The word most like this one, if it is like it at all: about one slip in three letters. */
export function nearest(word: string, words: readonly string[]): string {
  let best = '';
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of words) {
    const slips = distance(word, candidate);
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

/** Letters to insert, drop, change, or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= a.length; i += 1) {
    rows[i] = [];
    for (let j = 0; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const swap =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change, swap);
      (rows[i] as number[])[j] = i === 0 && j === 0 ? 0 : cost;
    }
  }
  return at(a.length, b.length);
}
