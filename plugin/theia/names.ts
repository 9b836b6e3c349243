import type { KubeObject } from '../model/kube.ts';
import type { ExpectedPart } from '../model/parts.ts';
import { appName, mountsWorkspace, sidecarsOf } from './app-definition.ts';

/** What the operator is told to make beside the main objects (docs/theia-cloud.md#operator-arguments). */
export interface Conventions {
  /** `--keycloak`: proxy and email ConfigMaps exist. */
  keycloak: boolean;
}

/**
 * The parts that instance `id` of an AppDefinition must have, with the names the operator gives them, in the order
 * in which it makes them. Names only tell what is missing; objects are found by owner and id (docs/theia-cloud.md#names).
 */
export function expectedParts(
  app: KubeObject,
  id: number,
  { keycloak }: Conventions,
): readonly ExpectedPart[] {
  const known = named.get(app) ?? new Map<string, readonly ExpectedPart[]>();
  named.set(app, known);
  const key = `${id} ${keycloak}`;
  const parts = known.get(key) ?? partsWithNames(app, id, keycloak);
  known.set(key, parts);
  return parts;
}

/** Kept as long as the AppDefinition, which nobody changes: the template of every single part asks for all names. */
const named = new WeakMap<KubeObject, Map<string, readonly ExpectedPart[]>>();

function partsWithNames(app: KubeObject, id: number, keycloak: boolean): ExpectedPart[] {
  const base: NameParts = { prefix: `instance-${id}`, infos: [appName(app)], uid: app.metadata.uid };
  const parts: ExpectedPart[] = [
    { kind: 'externalService', name: plainName(base) },
    { kind: 'internalService', name: suffixedName(base, 'int') },
  ];
  if (keycloak) {
    parts.push({ kind: 'proxyConfigMap', name: plainName({ ...base, identifier: 'proxy' }) });
    parts.push({ kind: 'emailConfigMap', name: plainName({ ...base, identifier: 'email' }) });
  }
  if (mountsWorkspace(app)) parts.push({ kind: 'pvc', name: suffixedName(base, 'pvc') });
  for (const sidecar of sidecarsOf(app)) {
    const name = plainName({ ...base, identifier: sidecar.name });
    parts.push({ kind: 'sidecarService', sidecar: sidecar.name, name });
    parts.push({ kind: 'sidecarDeployment', sidecar: sidecar.name, name });
  }
  parts.push({ kind: 'deployment', name: plainName(base) });
  return parts;
}

/** The id in an instance object's name: the second part between dashes; undefined for any other name. */
export function instanceId(name: string): number | undefined {
  const match = /^instance-(\d{1,9})-/.exec(name);
  return match === null ? undefined : Number(match[1]);
}

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
 * to 11 itself (docs/theia-cloud.md#names; EduIDE-Cloud NamingUtilTests).
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
