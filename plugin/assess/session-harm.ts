import type { KubeObject } from '../model/kube.ts';
import { type Part, partKey, partLabel } from '../model/parts.ts';
import { because, type Reason } from '../model/reasons.ts';
import { admitsOnly, userOf } from '../theia/session.ts';
import type { Context, Conventions } from './context.ts';
import type { Baseline } from './history.ts';
import type { SessionParts } from './sessions.ts';
import { lacks, singleLook } from './single-look.ts';

/** Is the session's user admitted? `none`: it needs no list, or nobody can tell; `missing`: the ConfigMap is gone, nobody is. */
export function allowListOf(
  session: KubeObject,
  where: SessionParts,
  context: Conventions,
): 'right' | 'wrong' | 'missing' | 'none' {
  const emails = where.parts.find((part) => part.kind === 'emailConfigMap');
  if (emails !== undefined) return admitsOnly(emails.object, userOf(session)) ? 'right' : 'wrong';
  return lacks('emailConfigMap', where, context) ? 'missing' : 'none';
}

/** A live session, where it works, and how it was when it was first seen live. */
export interface Compared {
  session: KubeObject;
  where: SessionParts;
  base: Baseline;
}

/**
 * What happened to a live session's parts since its baseline. A ConfigMap that was remade before the Session owned it was
 * the operator's doing (docs/theia-cloud.md#f2) and is whole again once the list is right; anything the Session owned must keep its UID.
 */
export function harmOf({ session, where, base }: Compared, context: Context): Reason[] {
  const list = allowListOf(session, where, context) === 'wrong' ? [because('allowListWrong')] : [];
  const now = new Map(where.parts.map((part) => [partKey(part), part.object.metadata.uid]));
  const single = singleLook(session, where, context);
  const { tellHarmBefore, acceptHarmBefore = false } = context.options;
  const known = new Set(tellHarmBefore ? base.harmedBefore : []);
  const before = acceptHarmBefore ? 'harmAccepted' : 'harmedBefore';
  const gone = Object.keys(base.parts).filter((key) => !now.has(key));
  const changed = new Set([...now].filter(([key, uid]) => isOther(base.parts[key], uid)).map(([key]) => key));
  const lost = [...new Set([...single.lost, ...gone])].map((key) =>
    because(known.has(key) ? before : 'partLost', { part: labelOf(key) }),
  );
  const remade = [...new Set([...single.remade, ...changed])].map((key) => {
    const args = { part: labelOf(key) };
    if (isConfigMap(key) && !isOther(base.covered[key], now.get(key) ?? ''))
      return because('proxyRemade', args);
    return because(known.has(key) && !changed.has(key) ? before : 'partRemade', args);
  });
  return [...list, ...lost, ...remade];
}

function isOther(before: string | undefined, uid: string): boolean {
  return before !== undefined && before !== uid;
}

function isConfigMap(key: string): boolean {
  return key === 'emailConfigMap' || key === 'proxyConfigMap';
}

function labelOf(key: string): string {
  const [kind, sidecar] = key.split('/') as [Part['kind'], string | undefined];
  return partLabel(sidecar === undefined ? { kind } : { kind, sidecar });
}
