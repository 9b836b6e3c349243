import { exits } from '../model/exits.ts';
import { type CommandName, type CommandRow, commandNames, commands } from './commands.ts';
import type { FlagRow } from './flag-row.ts';
import { type FlagName, flagsOf, row } from './flags.ts';

/** What the program is and which commands it has. */
export function overview(): string {
  const visible = commandNames.filter((name) => !rowOf(name).hidden);
  return text([
    'warmgate: proves that every warm Theia Cloud instance reached the release, and renews those that did not',
    '',
    'Usage: warmgate COMMAND [flags]',
    '',
    ...columns(visible.map((name) => [name, rowOf(name).does])),
    '',
    'warmgate COMMAND --help explains a command. Every flag can also be set by its variable.',
  ]);
}

/** Everything one needs to run a command: what it does, examples, flags with defaults and variables, exit codes. */
export function commandHelp(command: CommandName): string {
  const { does, hook, more, examples, judges } = rowOf(command);
  const own = flagsOf(command);
  return text([
    `warmgate ${command}: ${does}`,
    ...(hook === '' ? [] : [`Hook: ${hook}`]),
    ...(more.length === 0 ? [] : ['', ...more]),
    '',
    `Usage: warmgate ${command}${own.length === 0 ? '' : ' [flags]'}`,
    ...section('Examples', columns(examples.map(([line, why]) => [`warmgate ${line}`, why]))),
    ...section('Flags', columns(own.map((name) => [usage(name), sentence(name, command)]))),
    ...section('Exit codes', judges ? columns(exitLines()) : []),
  ]);
}

/** `-n, --namespace NAME`. */
export function usage(name: FlagName): string {
  const { short } = row(name);
  const value = placeholder(row(name));
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === '' ? '' : ` ${value}`}`;
}

/** The default of a flag in a command, as one would write it; empty for none. */
export function defaultOf(name: FlagName, command?: CommandName): string {
  const { default: usual, defaultFor } = row(name);
  return (command === undefined ? undefined : defaultFor?.[command]) ?? usual ?? '';
}

function sentence(name: FlagName, command: CommandName): string {
  const byDefault = defaultOf(name, command);
  const notes = [...(byDefault === '' ? [] : [`default ${byDefault}`]), row(name).env];
  return `${row(name).says} [${notes.join(', ')}]`;
}

function placeholder({ kind, value, choices = [] }: FlagRow): string {
  if (kind === 'flag' || kind === 'off') return '';
  if (choices.length > 0) return choices.join('|');
  return value ?? { duration: 'TIME', number: 'N', amount: 'N|N%' }[kind as string] ?? 'TEXT';
}

function exitLines(): [string, string][] {
  return Object.entries(exits).map(([code, { means }]) => [code, means]);
}

function rowOf(name: CommandName): CommandRow {
  return commands[name];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines];
}

/** Two columns; a left side too wide for its column gets a line of its own. */
function columns(pairs: readonly (readonly [string, string])[]): string[] {
  const widest = Math.max(0, ...pairs.map(([left]) => left.length).filter((length) => length <= 34));
  return pairs.flatMap(([left, right]) =>
    left.length > widest
      ? [`  ${left}`, `  ${''.padEnd(widest)}  ${right}`]
      : [`  ${left.padEnd(widest)}  ${right}`],
  );
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
