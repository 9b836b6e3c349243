/** What a name is built from. `infos` may be cut, `uid` (its last twelve characters) never is. */
export interface NameParts {
  prefix: string;
  /** A word between prefix and infos: a sidecar's name, `proxy`, `email`. */
  identifier?: string;
  infos: readonly string[];
  uid: string;
}

const longestName = 62;

/**
 * A name as Theia Cloud builds it: every info cut to 17 characters, or to 11 beside an identifier, which is cut
 * to 11 itself (theia-cloud.md section 1; EduIDE-Cloud NamingUtilTests).
 */
export function plainName({ prefix, identifier = '', infos, uid }: NameParts): string {
  const length = identifier === '' ? 17 : 11;
  return validName([prefix, ...[identifier, ...infos].map((text) => text.slice(0, length)), shortUid(uid)]);
}

/** The same with a suffix that is kept whole: what the other parts leave free is shared by two infos. */
export function suffixedName({ prefix, infos, uid }: NameParts, suffix: string): string {
  const free = longestName - (suffix.length + 1) - (prefix.length + 1 + shortUid(uid).length);
  const length = free > 0 ? Math.max(1, Math.floor(free / 2)) : 0;
  return validName([prefix, ...infos.map((text) => text.slice(0, length)), shortUid(uid), suffix]);
}

const odd = /[^a-zA-Z0-9-]/;

/** Lower case letters, digits and dashes only; starts with a letter, ends with neither dash nor cut. */
export function validName(parts: readonly string[]): string {
  const joined = parts.filter((part) => part.trim() !== '').join('-');
  const clean = odd.test(joined) ? joined.replaceAll(/[^a-zA-Z0-9-]/g, '-') : joined;
  const cut = (/^[a-zA-Z]/.test(clean) ? clean : `a${clean}`).slice(0, longestName);
  return (cut.endsWith('-') ? `${cut.slice(0, -1)}z` : cut).toLowerCase();
}

function shortUid(uid: string): string {
  return uid.slice(-12);
}
