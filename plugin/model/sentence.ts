import { stripVTControlCharacters } from 'node:util';

export type SentenceArgs = Readonly<Record<string, string | number | undefined>>;

const longestArgument = 200;

/**
 * A sentence of one of the tables, with its arguments. `{name}` stands for an argument, `{name one|many}` for a number and
 * its noun; a part in `[...]` is left out when one of its arguments is missing or empty. Elsewhere a missing one is `?`.
 */
export function fill(say: string, args: SentenceArgs): string {
  return say
    .replace(/\[([^\]]*)\]/g, (_, part: string) => (isEmpty(part, args) ? '' : part))
    .replace(/\{(\w+)(?: ([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
      const value = plain(args[name] ?? '?', longestArgument);
      return one === undefined || many === undefined ? value : `${value} ${value === '1' ? one : many}`;
    });
}

/** Names of the arguments that a sentence cannot do without, and of those that it can. */
export function argumentsOf(say: string): { needed: string[]; optional: string[] } {
  const names = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? '');
  const needed = [...new Set(names(say.replace(/\[[^\]]*\]/g, '')))];
  const optional = [...new Set(names(say))].filter((name) => !needed.includes(name));
  return { needed, optional };
}

/** Text from a file or the cluster in one line: no escape sequence, no control or format character, `max` characters. */
export function plain(value: string | number | undefined, max: number): string {
  const text = stripVTControlCharacters(String(value ?? ''))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}

function isEmpty(part: string, args: SentenceArgs): boolean {
  return [...part.matchAll(/\{(\w+)/g)].some(([, name]) => plain(args[name ?? ''], longestArgument) === '');
}
