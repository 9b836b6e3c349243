import { clean } from './clean.ts';

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
