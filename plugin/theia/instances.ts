import type { KubeObject } from '../model/kube.ts';
import type { Part } from '../model/parts.ts';
import { appDefinitionOwners, sessionOwners } from './owners.ts';
import { placePart } from './parts.ts';

/** The objects of one instance, found by owner and id. `appUid` is a full UID, or the last 12 characters when no more is known. */
export interface Instance {
  appUid: string;
  /** Name in the AppDefinition reference, or empty when no part has one. */
  appName: string;
  id: number;
  parts: Part[];
}

/**
 * Sorts objects into instances. After a scale-down a session's parts carry only the Session as owner
 * (theia-cloud.md section 1), so the UID at the end of the name decides where no AppDefinition reference does. An object
 * with neither is somebody else's.
 */
export function groupInstances(objects: Iterable<KubeObject>, apps: readonly KubeObject[]): Instance[] {
  const groups = new Map<string, Instance>();
  const known = new Map(apps.map(({ metadata }) => [metadata.uid.slice(-12), metadata.uid]));
  for (const object of objects) {
    const placed = placePart(object);
    if (placed === undefined) continue;
    const owner = appDefinitionOwners(object)[0];
    const suffix = owner?.uid.slice(-12) ?? suffixOf(object, known);
    if (suffix === undefined) continue;
    const key = `${suffix}/${placed.id}`;
    const group = groups.get(key) ?? {
      appUid: owner?.uid ?? known.get(suffix) ?? suffix,
      appName: '',
      id: placed.id,
      parts: [],
    };
    if (owner !== undefined) {
      group.appUid = owner.uid;
      group.appName = owner.name;
    }
    const { id: _, ...part } = placed;
    group.parts.push(part);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => a.id - b.id);
}

/** The end of an AppDefinition's UID in a name: of one that is there, or what looks like one; a Session's part needs no proof. */
function suffixOf(object: KubeObject, known: ReadonlyMap<string, string>): string | undefined {
  const [, end] = /-([0-9a-z]{12})(?:-int|-pvc)?$/.exec(object.metadata.name) ?? [];
  if (end === undefined) return undefined;
  return known.has(end) || /^[0-9a-f]+$/.test(end) || sessionOwners(object).length > 0 ? end : undefined;
}
