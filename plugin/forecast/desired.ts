import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { changesSpec } from '../theia/spec-change.ts';
import type { ChangeKind } from './plan.ts';

export interface Desired {
  change: ChangeKind;
  /** As it will be; for a deleted one as it was. */
  app: KubeObject;
  live?: KubeObject;
  fields: string[];
}

/**
 * What applying a manifest makes of the AppDefinition. Fields that it leaves out stay: they may be defaults, or somebody
 * else's. A changed spec moves the generation by one, metadata does not (theia-cloud.md section 1).
 */
export function desire(manifest: KubeObject, live: KubeObject | undefined): Desired {
  if (live === undefined) return { change: 'created', app: made(manifest), fields: [] };
  const fields = changedFields(manifest.spec ?? {}, live.spec ?? {});
  if (changesSpec(manifest, live)) {
    const generation = (live.metadata.generation ?? 0) + 1;
    const spec = merged(live.spec, manifest.spec);
    return {
      change: 'spec',
      app: { ...live, spec, metadata: { ...live.metadata, generation } },
      live,
      fields,
    };
  }
  return { change: changesMetadata(manifest, live) ? 'metadata' : 'none', app: live, live, fields: [] };
}

/** The API server will give it a UID; names are built from its end. */
function made(manifest: KubeObject): KubeObject {
  const uid = '00000000-0000-0000-0000-000000000000';
  return { ...manifest, metadata: { ...manifest.metadata, uid, generation: 1 } };
}

function changesMetadata({ metadata }: KubeObject, live: KubeObject): boolean {
  return (['labels', 'annotations'] as const).some((field) =>
    Object.entries(metadata[field] ?? {}).some(([key, value]) => live.metadata[field]?.[key] !== value),
  );
}

function merged(found: unknown, wanted: unknown): unknown {
  if (!isRecord(wanted) || !isRecord(found)) return wanted ?? found;
  const result: Record<string, unknown> = { ...found };
  for (const [key, value] of Object.entries(wanted)) {
    if (value === null) delete result[key];
    else result[key] = merged(found[key], value);
  }
  return result;
}

/** Paths of the fields that change, a list as a whole. */
function changedFields(wanted: unknown, found: unknown, at = ''): string[] {
  if (!isRecord(wanted) || !isRecord(found)) {
    return wanted === null || isDeepStrictEqual(wanted, found) ? [] : [at];
  }
  return Object.entries(wanted).flatMap(([key, value]) =>
    changedFields(value, found[key], at === '' ? key : `${at}.${key}`),
  );
}
