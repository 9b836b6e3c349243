import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { changesSpec } from '../theia/app-definition.ts';
import type { AppEvent } from '../theia/reconcile/kinds.ts';
import type { PassStep } from '../theia/reconcile/steps.ts';
import { type OperatorSettings, usualSettings } from '../theia/templates/subject.ts';
import { planEvent } from './pass-over.ts';
import type { ChangeKind, Situation } from './plan.ts';

interface Desired {
  change: ChangeKind;
  /** As it will be; for a deleted one as it was. */
  app: KubeObject;
  live?: KubeObject;
  fields: string[];
}

/** One AppDefinition and what the operator does when it hears of its change. */
export interface AppPass extends Desired {
  steps: PassStep[];
}

export interface Passes {
  apps: AppPass[];
  /** All objects afterwards. */
  after: KubeObject[];
}

const events: Readonly<Record<ChangeKind, AppEvent | undefined>> = {
  created: 'ADDED',
  spec: 'MODIFIED',
  metadata: 'MODIFIED',
  none: undefined,
  deleted: 'DELETED',
};

/** What becomes of the AppDefinitions: those of the manifests in their order, then those that are pruned. */
export function desires({ apps, manifests, prune, only, assessment }: Situation): Desired[] {
  const chosen = ({ metadata }: KubeObject): boolean => only.length === 0 || only.includes(metadata.name);
  const wanted = new Map(
    manifests
      .filter(
        ({ kind, metadata }) =>
          kind === 'AppDefinition' && (metadata.namespace ?? assessment.namespace) === assessment.namespace,
      )
      .map((manifest) => [manifest.metadata.name, manifest]),
  );
  const desired = [...wanted.values()].filter(chosen).map((manifest) =>
    desire(
      manifest,
      apps.find(({ metadata }) => metadata.name === manifest.metadata.name),
    ),
  );
  const pruned = apps.filter((app) => prune && chosen(app) && !wanted.has(app.metadata.name));
  return [...desired, ...pruned.map((app): Desired => ({ change: 'deleted', app, live: app, fields: [] }))];
}

/** The passes one after another, as the operator makes them, over objects that nobody else changes meanwhile. */
export function passes(
  desired: readonly Desired[],
  objects: readonly KubeObject[],
  { operator }: Situation['assessment'],
): Passes {
  const kind = operator.kind === 'upstream' ? 'upstream' : 'ensure-on-added';
  const settings: OperatorSettings = {
    ...usualSettings,
    keycloak: operator.keycloak,
    generationLabels: operator.kind !== 'upstream',
  };
  const result: Passes = { apps: [], after: [...objects] };
  for (const each of desired) {
    const event = events[each.change];
    if (event === undefined || !operator.eagerStart) {
      result.apps.push({ ...each, steps: [] });
      continue;
    }
    const pass = planEvent(kind, event, each.app, result.after, settings);
    result.apps.push({ ...each, steps: pass.steps });
    result.after = pass.objects;
  }
  return result;
}

/**
 * What applying a manifest makes of the AppDefinition. Fields that it leaves out stay: they may be defaults, or somebody
 * else's. A changed spec moves the generation by one, metadata does not (docs/theia-cloud.md#versions).
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
