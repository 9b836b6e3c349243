import type { KubeObject } from '../model/kube.ts';
import { type Part, partKey, partKinds, partLabel } from '../model/parts.ts';
import { because, type Reason } from '../model/reasons.ts';
import { admitsOnly } from '../theia/allow-list.ts';
import { generationOf } from '../theia/labels.ts';
import { userOf } from '../theia/session.ts';
import type { Context } from './context.ts';
import type { Baseline } from './history.ts';

/** Is the session's user admitted? `none`: Keycloak is off; `missing`: the ConfigMap is gone, nobody is. */
export function allowListOf(
  session: KubeObject,
  parts: readonly Part[],
  context: Pick<Context, 'operator' | 'snapshot'>,
): 'right' | 'wrong' | 'missing' | 'none' {
  const emails = parts.find((part) => part.kind === 'emailConfigMap');
  if (emails !== undefined) return admitsOnly(emails.object, userOf(session)) ? 'right' : 'wrong';
  return context.operator.keycloak && context.snapshot.sight.ConfigMap === 'seen' ? 'missing' : 'none';
}

/** Part keys that one look alone shows to be lost: a main part that every instance has, half of a sidecar (F3, F4, F10). */
export function lostKeys(parts: readonly Part[], context: Pick<Context, 'operator' | 'snapshot'>): string[] {
  const keys = new Set(parts.map(partKey));
  const main = (Object.keys(partKinds) as Part['kind'][]).filter((kind) => {
    const { kind: object, main } = partKinds[kind];
    if (!main || context.snapshot.sight[object] !== 'seen') return false;
    return object !== 'ConfigMap' || context.operator.keycloak;
  });
  const halves = parts.flatMap((part) =>
    part.kind === 'sidecarService'
      ? [`sidecarDeployment/${part.sidecar}`]
      : part.kind === 'sidecarDeployment'
        ? [`sidecarService/${part.sidecar}`]
        : [],
  );
  return [...main, ...halves].filter((key) => !keys.has(key));
}

/**
 * Part keys that one look alone shows to be remade under the session: younger than it, and of another generation than the
 * Deployment it claimed. ConfigMaps are left to the allow-list.
 */
export function remadeKeys(session: KubeObject, parts: readonly Part[]): string[] {
  const deployment = parts.find((part) => part.kind === 'deployment');
  const claimed = deployment === undefined ? undefined : generationOf(deployment.object);
  if (claimed === undefined) return [];
  return parts
    .filter((part) => partKinds[part.kind].kind === 'Service' && partKinds[part.kind].main)
    .filter(
      (part) => (part.object.metadata.creationTimestamp ?? '') > (session.metadata.creationTimestamp ?? ''),
    )
    .filter((part) => (generationOf(part.object) ?? claimed) !== claimed)
    .map(partKey);
}

/**
 * What happened to a live session's parts since its baseline. A remade ConfigMap that the Session never owned was the
 * operator's doing (F2) and is whole again once the list is right; anything the Session owned must keep its UID.
 */
export function harmOf(
  parts: readonly Part[],
  base: Baseline,
  single: { lost: string[]; remade: string[] },
  forgive: boolean,
): Reason[] {
  const found: Reason[] = [];
  const now = new Map(parts.map((part) => [partKey(part), part]));
  const known = new Set(forgive ? base.harmedBefore : []);
  const lost = new Set([...single.lost, ...Object.keys(base.parts).filter((key) => !now.has(key))]);
  for (const key of lost) {
    found.push(because(known.has(key) ? 'harmedBefore' : 'partLost', { part: labelOf(key) }));
  }
  const remade = new Set([...single.remade, ...[...now.keys()].filter((key) => changed(key, now, base))]);
  for (const key of remade) {
    const since = changed(key, now, base);
    const excused = isConfigMap(key) && !base.covered.includes(key);
    const code = excused ? 'proxyRemade' : known.has(key) && !since ? 'harmedBefore' : 'partRemade';
    found.push(because(code, { part: labelOf(key) }));
  }
  return found;
}

function changed(key: string, now: ReadonlyMap<string, Part>, base: Baseline): boolean {
  const before = base.parts[key];
  return before !== undefined && now.get(key)?.object.metadata.uid !== before && now.has(key);
}

function isConfigMap(key: string): boolean {
  return key === 'emailConfigMap' || key === 'proxyConfigMap';
}

function labelOf(key: string): string {
  const [kind, sidecar] = key.split('/') as [Part['kind'], string | undefined];
  return partLabel(sidecar === undefined ? { kind } : { kind, sidecar });
}
