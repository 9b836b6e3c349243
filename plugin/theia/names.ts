import type { KubeObject } from '../model/kube.ts';
import type { ExpectedPart } from '../model/parts.ts';
import { appName, mountsWorkspace, sidecarsOf } from './app-definition.ts';
import { type NameParts, plainName, suffixedName } from './kube-names.ts';

/** What the operator is told to make beside the main objects (theia-cloud.md section 1, Operator arguments). */
export interface Conventions {
  /** `--keycloak`: proxy and email ConfigMaps exist. */
  keycloak: boolean;
}

/**
 * The parts that instance `id` of an AppDefinition must have, with the names the operator gives them, in the order
 * in which it makes them. Names only tell what is missing; objects are found by owner and id (theia-cloud.md section 1).
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
