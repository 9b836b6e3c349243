import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { fromObjects } from '../observe/from-objects.ts';
import { planEnsure } from '../theia/reconcile.ts';
import { usualSettings } from '../theia/templates-settings.ts';

/**
 * A namespace in which the operator has made the pools of these AppDefinitions, and nobody has a session.
 * @throws RunError 'severalNamespaces' when they are of several and none is chosen
 */
export function basePools(manifests: readonly KubeObject[], namespace: string | undefined): Snapshot {
  const all = manifests.filter(({ kind }) => kind === 'AppDefinition');
  const names = [...new Set(all.flatMap(({ metadata }) => metadata.namespace ?? []))].sort();
  if (namespace === undefined && names.length > 1)
    throw new RunError('severalNamespaces', { file: 'the base revision', namespaces: names.join(', ') });
  const wanted = namespace ?? names[0] ?? 'default';
  const apps = all
    .filter(({ metadata }) => (metadata.namespace ?? wanted) === wanted)
    .map((app, at) => ({
      ...app,
      metadata: { ...app.metadata, namespace: wanted, uid: uidOf(at), generation: 1 },
    }));
  const objects = apps.flatMap((app) => planEnsure(app, [], usualSettings).objects);
  return fromObjects([...apps, ...objects], wanted);
}

function uidOf(at: number): string {
  return `00000000-0000-0000-0000-${String(at + 1).padStart(12, '0')}`;
}
