import type { KubeObject } from '../model/kube.ts';
import { listed } from '../report/listed.ts';
import { sidecarsOf } from '../theia/app-definition.ts';
import { expectedParts } from '../theia/names.ts';
import type { Facts } from './facts.ts';
import { type Finding, found } from './finding-rows.ts';

/** F4 and F5: sidecars that a pass deletes, and those whose Service a claim takes for the main one. */
export function sidecarFindings({ snapshot, assessment }: Facts): Finding[] {
  if (snapshot.sight.AppDefinition !== 'seen') return [];
  const apps = snapshot.objects.AppDefinition.filter((app) => sidecarsOf(app).length > 0);
  if (apps.length === 0) return [found('noSidecars')];
  const names = apps.map(({ metadata }) => metadata.name);
  // Upstream knows no sidecars; of the fork no version is known that leaves them.
  const deleted =
    assessment.operator.kind === 'upstream' ? [] : [found('sidecarsDeleted', { apps: listed(names) })];
  return [...deleted, ...apps.flatMap(misrouting)];
}

/** A claim takes the first of an instance's Services by name that is not the internal one. */
function misrouting(app: KubeObject): Finding[] {
  const parts = expectedParts(app, 1, { keycloak: false });
  const main = parts.find(({ kind }) => kind === 'externalService')?.name ?? '';
  return parts
    .filter(({ kind, name }) => kind === 'sidecarService' && name < main)
    .map(({ sidecar = '' }) => found('sidecarFirst', { app: app.metadata.name, sidecar }));
}
