import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../model/kube.ts';

/**
 * Will applying `desired` change the live AppDefinition's spec, and so its generation? Only what the manifest says counts: a field
 * that it leaves out may be somebody else's, or a default. What can't be known is no change (design.md section 3, guard).
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
