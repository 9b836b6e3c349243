import { parseArgs } from 'node:util';
import type { FlagKind } from './flag-row.ts';
import { flagNames, row } from './flags.ts';

/** A flag as it was written. */
export interface Given {
  name: string;
  raw: string;
  value: string | undefined;
  inline: boolean;
}

/** A command line cut into words and flags; nothing is judged yet. */
export interface Scanned {
  words: string[];
  flags: Given[];
  help: boolean;
  version: boolean;
}

export function scan(argv: readonly string[]): Scanned {
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
