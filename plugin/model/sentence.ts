import { stripVTControlCharacters } from 'node:util';

export type SentenceArgs = Readonly<Record<string, string | number | undefined>>;

/** Names in the braces of S, as a union. */
type Names<S> = S extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name} ${string}` ? Name : Inside) | Names<Rest>
  : never;

/** S without its parts in brackets. */
type Outside<S> = S extends `${infer Before}[${infer _}]${infer After}` ? `${Before}${Outside<After>}` : S;

/** The arguments of a sentence, by its literal type: those that it cannot do without, and those that it can. */
export type ArgumentsOf<S> = Readonly<
  Record<Names<Outside<S>>, string | number> &
    Partial<Record<Exclude<Names<S>, Names<Outside<S>>>, string | number | undefined>>
>;

/** The same as the rest of a parameter list: nothing for a sentence without arguments. */
export type ArgumentsFor<S> = [Names<S>] extends [never]
  ? []
  : Record<never, never> extends ArgumentsOf<S>
    ? [args?: ArgumentsOf<S>]
    : [args: ArgumentsOf<S>];

/** Arguments without those that are undefined. */
export function withoutGaps(args: SentenceArgs = {}): Record<string, string | number> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Record<string, string | number>;
}

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
