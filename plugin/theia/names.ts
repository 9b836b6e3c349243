import type { KubeObject } from '../model/kube.ts';
import type { ExpectedPart } from '../model/parts.ts';
import { appName, mountsWorkspace, sidecarsOf } from './app-definition.ts';

/** What the operator is told to make beside the main objects (theia-cloud.md section 1, Operator arguments). */
export interface Conventions {
  /** `--keycloak`: proxy and email ConfigMaps exist. */
  keycloak: boolean;
}

/**
 * The parts that instance `id` of an AppDefinition must have, with the names the operator gives them.
 * Names only tell what is missing; objects are found by owner and id (theia-cloud.md section 1).
 */
export function expectedParts(app: KubeObject, id: number, conventions: Conventions): ExpectedPart[] {
  const suffix = app.metadata.uid.slice(-12);
  const main = kubeName(`instance-${id}-`, cut(appName(app), 17), suffix);
  const parts: ExpectedPart[] = [
    { kind: 'externalService', name: main },
    { kind: 'internalService', name: `${main}-int` },
  ];
  if (conventions.keycloak) {
    parts.push({
      kind: 'proxyConfigMap',
      name: kubeName(`instance-${id}-proxy-`, cut(appName(app), 11), suffix),
    });
    parts.push({
      kind: 'emailConfigMap',
      name: kubeName(`instance-${id}-email-`, cut(appName(app), 11), suffix),
    });
  }
  if (mountsWorkspace(app)) parts.push({ kind: 'pvc', name: `${main}-pvc` });
  for (const sidecar of sidecarsOf(app)) {
    const name = sidecarName(id, sidecar.name, appName(app), suffix);
    parts.push({ kind: 'sidecarService', sidecar: sidecar.name, name });
    parts.push({ kind: 'sidecarDeployment', sidecar: sidecar.name, name });
  }
  parts.push({ kind: 'deployment', name: main });
  return parts;
}

/** The id in an instance object's name: the second part between dashes; undefined for any other name. */
export function instanceId(name: string): number | undefined {
  const match = /^instance-(\d{1,9})-/.exec(name);
  return match === null ? undefined : Number(match[1]);
}

function sidecarName(id: number, sidecar: string, app: string, suffix: string): string {
  const info = `${sidecar}-${app}`;
  return kubeName(`instance-${id}-`, cut(info, 17), suffix);
}

function kubeName(prefix: string, info: string, suffix: string): string {
  return `${prefix}${info}-${suffix}`.toLowerCase().slice(0, 63);
}

function cut(text: string, length: number): string {
  return text.slice(0, length);
}
