import { fill, plain, type SentenceArgs } from '../model/sentence.ts';

/** A person's address, with all that hangs on it: `@` and a dotted host. A digest (`name@sha256:...`) is none. */
const address = /(?<!\S)\S+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/**
 * Text from the cluster as it may leave: one line without control characters, every e-mail address taken out, `max`
 * characters at most, no backquote (in Markdown it would swallow what follows). Every string of a Report went through here.
 */
export function clean(text: string, max = 200): string {
  return plain(plain(text, 100_000).replace(address, '(address)').replaceAll('`', "'"), max);
}

const longestArgument = 160;

/** A sentence of a table, and its arguments, as they may leave: numbers as they are, text in one short line and clean. */
export function cleanSentence(
  says: string,
  args: SentenceArgs,
): { args: Record<string, string | number>; text: string } {
  const cleaned: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(args)) {
    if (value !== undefined)
      cleaned[name] = typeof value === 'number' ? value : clean(value, longestArgument);
  }
  return { args: cleaned, text: fill(says, cleaned) };
}

/** Ways in which programs print credentials; what is known to be none (a digest, a UID, an object's name) is left. */
const credentials: readonly [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '(hidden)'],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, '$1 (hidden)'],
  [/:\/\/[^\s/@]+@/g, '://(hidden)@'],
  [
    /((?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|cookie|credentials?|authorization)["']?\s*[:=]\s*)(?!(?:bearer|basic)\b|\(hidden\))(?:"[^"]*"|'[^']*'|[^\s,;&]+)/gi,
    '$1(hidden)',
  ],
  [/(?<!sha256:|[\w+=])(?=[A-Za-z0-9+_=]*\d)(?=[A-Za-z0-9+_=]*[A-Za-z])[A-Za-z0-9+_=]{32,}/g, '(hidden)'],
];

/**
 * A line that a program or the kubelet wrote: cleaned like any text, and without what looks like a credential. The only
 * free text of a report, so it errs on hiding too much.
 */
export function mask(text: string, max = 200): string {
  const cleaned = clean(text, 2000);
  return clean(
    credentials.reduce((rest, [what, put]) => rest.replace(what, put), cleaned),
    max,
  );
}
