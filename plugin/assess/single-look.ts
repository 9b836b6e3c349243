import type { KubeObject } from '../model/kube.ts';
import { type Part, type PartKind, partKey, partKinds } from '../model/parts.ts';
import { generationOf } from '../theia/labels.ts';
import type { Conventions } from './context.ts';
import type { SessionParts } from './sessions.ts';

/** Part keys of a live session that one look alone shows to be gone, or to be others than it claimed. */
export interface SingleLook {
  lost: string[];
  remade: string[];
}

/** theia-cloud.md F3, F4, F5, F10: without a look before it, only this much can be known. */
export function singleLook(
  session: KubeObject,
  { start, parts }: SessionParts,
  context: Conventions,
): SingleLook {
  return {
    lost: lostKeys(parts, context),
    remade: start === 'lazy' ? [] : remadeKeys(session, parts),
  };
}

/** A main part that every instance and every lazily started session has; half of a sidecar. */
function lostKeys(parts: readonly Part[], context: Conventions): string[] {
  const keys = new Set(parts.map(partKey));
  const halves = parts.flatMap((part) => otherHalf(part) ?? []);
  return [...mainKinds.filter((kind) => isMade(kind, context)), ...halves].filter((key) => !keys.has(key));
}

const mainKinds = (Object.keys(partKinds) as PartKind[]).filter((kind) => partKinds[kind].main);

function isMade(kind: PartKind, { snapshot, operator }: Conventions): boolean {
  const object = partKinds[kind].kind;
  return snapshot.sight[object] === 'seen' && (object !== 'ConfigMap' || operator.keycloak);
}

/** A pass takes a sidecar's Deployment and leaves its Service (F4). */
function otherHalf({ kind, sidecar }: Part): string | undefined {
  if (kind === 'sidecarService') return `sidecarDeployment/${sidecar}`;
  return kind === 'sidecarDeployment' ? `sidecarService/${sidecar}` : undefined;
}

/**
 * Main Services younger than the session and of another generation than the Deployment it claimed. ConfigMaps are left to the
 * allow-list.
 */
function remadeKeys(session: KubeObject, parts: readonly Part[]): string[] {
  const deployment = parts.find((part) => part.kind === 'deployment');
  const claimed = deployment === undefined ? undefined : generationOf(deployment.object);
  if (claimed === undefined) return [];
  const since = session.metadata.creationTimestamp ?? '';
  return parts
    .filter((part) => part.kind === 'externalService' || part.kind === 'internalService')
    .filter((part) => (part.object.metadata.creationTimestamp ?? '') > since)
    .filter((part) => (generationOf(part.object) ?? claimed) !== claimed)
    .map(partKey);
}
