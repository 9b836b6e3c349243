import type { KubeObject } from '../../model/kube.ts';
import { expectedParts, instanceId } from '../names.ts';
import { owners } from '../owners.ts';
import { ownedIn } from './stages.ts';

/** What a claim takes. `external` is what the operator believes to be the external Service. */
export interface ClaimTarget {
  id: number;
  external: KubeObject;
  internal: KubeObject;
  /** By name, not looked at before the claim writes to it: it may be missing (F7). */
  deployment: string;
  emails: string;
}

/**
 * The instance that the next session gets: the lowest id whose external and internal Service both have one owner,
 * whatever their generation. The first Service of an id by name passes for the external one, so a sidecar whose
 * name sorts before the app's is taken instead (F5). Undefined: none free, the session starts lazily.
 */
export function claimTarget(app: KubeObject, services: readonly KubeObject[]): ClaimTarget | undefined {
  const { external, internal } = sorted(app, services);
  const ids = [...firstOfEach(external).entries()].sort(([a], [b]) => a - b);
  const internals = firstOfEach(internal);
  for (const [id, first] of ids) {
    const second = internals.get(id);
    if (second !== undefined && isFree(first) && isFree(second)) return target(app, id, first, second);
  }
  return undefined;
}

/**
 * Upstream picks the two Services independently of each other, in name order, so they may be of two instances; the
 * Deployment is that of the external one. Undefined: the session fails.
 */
export function claimTargetUpstream(
  app: KubeObject,
  services: readonly KubeObject[],
): ClaimTarget | undefined {
  const { external, internal } = sorted(app, services);
  const first = external.find(isFree);
  const second = internal.find(isFree);
  const id = instanceId(first?.metadata.name ?? '');
  if (first === undefined || second === undefined || id === undefined) return undefined;
  return target(app, id, first, second);
}

function sorted(
  app: KubeObject,
  services: readonly KubeObject[],
): Record<'external' | 'internal', KubeObject[]> {
  const owned = ownedIn(app, services, 'Service');
  const isInternal = ({ metadata }: KubeObject): boolean => metadata.name.endsWith('-int');
  return {
    external: owned.filter((object) => !isInternal(object)),
    internal: owned.filter(isInternal),
  };
}

function firstOfEach(services: readonly KubeObject[]): Map<number, KubeObject> {
  const first = new Map<number, KubeObject>();
  for (const service of services) {
    const id = instanceId(service.metadata.name);
    if (id !== undefined && !first.has(id)) first.set(id, service);
  }
  return first;
}

function isFree(service: KubeObject): boolean {
  return owners(service).length === 1;
}

function target(app: KubeObject, id: number, external: KubeObject, internal: KubeObject): ClaimTarget {
  const parts = expectedParts(app, id, { keycloak: true });
  const named = (kind: string): string => parts.find((part) => part.kind === kind)?.name ?? '';
  return { id, external, internal, deployment: named('deployment'), emails: named('emailConfigMap') };
}
