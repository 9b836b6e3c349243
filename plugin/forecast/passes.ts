import type { KubeObject } from '../model/kube.ts';
import type { AppEvent } from '../theia/reconcile/kinds.ts';
import type { PassStep } from '../theia/reconcile/steps.ts';
import { type OperatorSettings, usualSettings } from '../theia/templates/settings.ts';
import { type Desired, desire } from './desired.ts';
import { planEvent } from './pass-over.ts';
import type { ChangeKind, Situation } from './plan.ts';

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
