import type { Kind } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';
import { type Part, type PartKind, partKey, partKinds } from '../model/parts.ts';
import { hasProxy } from '../theia/deployment.ts';
import { generationOf } from '../theia/labels.ts';
import { appDefinitionOwners } from '../theia/owners.ts';
import type { Conventions } from './context.ts';
import type { SessionParts } from './sessions.ts';

/** Part keys of a live session that one look alone shows to be gone, or to be others than it claimed. */
export interface SingleLook {
  lost: string[];
  remade: string[];
}

/** docs/theia-cloud.md#f3, #f4, #f5, #f10: without a look before it, only this much can be known. */
export function singleLook(session: KubeObject, where: SessionParts, context: Conventions): SingleLook {
  const { start, parts } = where;
  return { lost: lostKeys(where, context), remade: start === 'lazy' ? [] : remadeKeys(session, parts) };
}

/** A main part that every instance and every lazily started session has; half of a sidecar. */
function lostKeys(where: SessionParts, context: Conventions): string[] {
  const keys = new Set(where.parts.map(partKey));
  const halves = where.parts.flatMap((part) => otherHalf(part) ?? []);
  return [
    ...mainKinds.filter((kind) => lacks(kind, where, context)),
    ...halves.filter((key) => !keys.has(key)),
  ];
}

/** The session must have a part of this kind, and this look shows that it has none. */
export function lacks(kind: PartKind, where: SessionParts, context: Conventions): boolean {
  return (
    where.parts.every((part) => part.kind !== kind) &&
    neededKinds(where.parts, context).includes(kind) &&
    isJudged(kind, where, context)
  );
}

/** Kinds of object that the session must have and that this look cannot tell it has. */
export function notJudged(where: SessionParts, context: Conventions): Kind[] {
  const kinds = neededKinds(where.parts, context).filter((kind) => !isJudged(kind, where, context));
  return [...new Set(kinds.map((kind) => partKinds[kind].kind))];
}

const mainKinds = (Object.keys(partKinds) as PartKind[]).filter((kind) => partKinds[kind].main);

/** Whether there must be ConfigMaps its own Deployment tells, whatever the operator is told today. */
function neededKinds(parts: readonly Part[], { operator }: Conventions): PartKind[] {
  const deployment = parts.find((part) => part.kind === 'deployment');
  const proxied = deployment === undefined ? operator.keycloak : hasProxy(deployment.object);
  return mainKinds.filter((kind) => proxied || partKinds[kind].kind !== 'ConfigMap');
}

/**
 * A file without any object of a kind proves nothing, but for an instance that the AppDefinition no longer owns: what the
 * AppDefinition owned alone went with its reference (docs/theia-cloud.md#f3, #f10).
 */
function isJudged(kind: PartKind, { start, parts }: SessionParts, { snapshot }: Conventions): boolean {
  const sight = snapshot.sight[partKinds[kind].kind];
  if (sight !== 'notInFile') return sight === 'seen';
  const detached = parts.length > 0 && parts.every((part) => appDefinitionOwners(part.object).length === 0);
  return start === 'eager' && detached;
}

/** A pass takes a sidecar's Deployment and leaves its Service (docs/theia-cloud.md#f4). */
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
