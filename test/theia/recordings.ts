import { readFileSync } from 'node:fs';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { generationOf, labels } from '../../plugin/theia/labels.ts';
import { owners } from '../../plugin/theia/owners.ts';
import { placePart } from '../../plugin/theia/parts.ts';
import { allowList } from '../../plugin/theia/session.ts';

/** The objects of one recorded cluster state. */
export function recorded(name: string): KubeObject[] {
  const file = new URL(`../fixtures/recordings/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).items;
}

export function appIn(objects: readonly KubeObject[], name: string): KubeObject {
  const found = objects.find(({ kind, metadata }) => kind === 'AppDefinition' && metadata.name === name);
  if (found === undefined) throw new Error(`no AppDefinition ${name}`);
  return found;
}

/** The objects with other AppDefinitions in place of those of the same name: the event before the pass. */
export function withApps(objects: readonly KubeObject[], apps: readonly KubeObject[]): KubeObject[] {
  const changed = new Map(apps.map((app) => [app.metadata.name, app]));
  return objects.map((object) =>
    object.kind === 'AppDefinition' ? (changed.get(object.metadata.name) ?? object) : object,
  );
}

/** A Lease as owner of every part of these instances: a hold of the whole instance. */
export function held(
  objects: readonly KubeObject[],
  ids: readonly number[],
  lease: KubeObject,
): KubeObject[] {
  const { apiVersion, kind, metadata } = lease;
  const hold = { apiVersion, kind, name: metadata.name, uid: metadata.uid };
  return objects.map((object) => {
    const placed = placePart(object);
    if (placed === undefined || !ids.includes(placed.id)) return object;
    return {
      ...object,
      metadata: { ...object.metadata, ownerReferences: [...owners(object), hold] },
    };
  });
}

/**
 * What must agree between a recorded state and ours, sorted by kind and name: parts present, owners by kind,
 * generation labels, claim labels, allow-lists. Not UIDs, pods or times.
 */
export function shapeOf(objects: readonly KubeObject[]): Record<string, string> {
  const rows = objects.flatMap((object) => {
    if (placePart(object) === undefined) return [];
    const { name } = object.metadata;
    const claimed = object.metadata.labels?.[labels.session];
    const parts = [
      `owners ${owners(object)
        .map(({ kind }) => kind)
        .sort()
        .join('+')}`,
      `generation ${generationOf(object) ?? 'none'}`,
      `session ${claimed ?? 'none'}`,
      `list ${allowList(object).join(',') || 'empty'}`,
    ];
    return [[`${object.kind}/${name}`, parts.join(', ')] as const];
  });
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}
