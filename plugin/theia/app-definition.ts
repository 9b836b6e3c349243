import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';

/** A sidecar of an AppDefinition's spec; foreign entries without a name are left out. */
export interface Sidecar {
  name: string;
  image: string;
  port?: number;
  mountWorkspace: boolean;
}

/** The name that the main container and the objects carry: `spec.name`, else the object's own. */
export function appName(app: KubeObject): string {
  return typeof app.spec?.name === 'string' && app.spec.name !== '' ? app.spec.name : app.metadata.name;
}

/** Size the pool must have; 0 where it is missing or no whole number (the operator's own default). */
export function minInstances(app: KubeObject): number {
  const value = app.spec?.minInstances;
  return Number.isInteger(value) && value > 0 ? value : 0;
}

export function imageOf(app: KubeObject): string | undefined {
  return typeof app.spec?.image === 'string' ? app.spec.image : undefined;
}

export function portOf(app: KubeObject): number | undefined {
  return Number.isInteger(app.spec?.port) ? app.spec.port : undefined;
}

export function sidecarsOf(app: KubeObject): Sidecar[] {
  const list: unknown = app.spec?.sidecars;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    if (typeof entry?.name !== 'string' || entry.name === '') return [];
    const sidecar: Sidecar = {
      name: entry.name,
      image: typeof entry.image === 'string' ? entry.image : '',
      mountWorkspace: entry.mountWorkspace === true,
    };
    return [Number.isInteger(entry.port) ? { ...sidecar, port: entry.port } : sidecar];
  });
}

/** An instance has a PVC where a sidecar mounts the workspace (docs/theia-cloud.md#pvc). */
export function mountsWorkspace(app: KubeObject): boolean {
  return sidecarsOf(app).some((sidecar) => sidecar.mountWorkspace);
}

/**
 * Will applying `desired` change the live AppDefinition's spec, and so its generation? Only what the manifest says counts: a field
 * that it leaves out may be somebody else's, or a default. What can't be known is no change (docs/architecture.md#guard).
 */
export function changesSpec(desired: KubeObject, live: KubeObject): boolean {
  return differs(desired.spec ?? {}, live.spec ?? {});
}

/** Item by item, as defaults are filled in within lists, too. `null` asks for the field's absence. */
function differs(wanted: unknown, found: unknown): boolean {
  if (wanted === null) return found !== undefined && found !== null;
  if (Array.isArray(wanted)) {
    const same = Array.isArray(found) && found.length === wanted.length;
    return !same || wanted.some((each, at) => differs(each, found[at]));
  }
  if (!isRecord(wanted)) return !isDeepStrictEqual(wanted, found);
  if (!isRecord(found)) return true;
  return Object.entries(wanted).some(([key, value]) => differs(value, found[key]));
}

/** AppDefinitions of the manifests that meet a live one of the same name and would change it. */
export function changedApps(
  manifests: readonly KubeObject[],
  live: readonly KubeObject[],
  namespace: string,
): string[] {
  return manifests.flatMap((desired) => {
    const { name, namespace: where = namespace } = desired.metadata;
    if (desired.kind !== 'AppDefinition' || where !== namespace) return [];
    const found = live.find((each) => each.metadata.name === name);
    return found !== undefined && changesSpec(desired, found) ? [name] : [];
  });
}
