import { plain } from '../model/sentence.ts';

/** A person's address, with all that hangs on it: `@` and a dotted host. A digest (`name@sha256:...`) is none. */
const address = /(?<!\S)\S+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/**
 * Text from the cluster as it may leave: one line without control characters, every e-mail address taken out, `max`
 * characters at most, no backquote (in Markdown it would swallow what follows). Every string of a Report went through here.
 */
export function clean(text: string, max = 200): string {
  return plain(plain(text, 100_000).replace(address, '(address)').replaceAll('`', "'"), max);
}
