import type { KubeObject } from '../model/kube.ts';
import { listed } from '../text/lists.ts';
import { minInstances, sidecarsOf } from '../theia/app-definition.ts';
import { isFollowed } from '../theia/lease.ts';
import { expectedParts } from '../theia/names.ts';
import { phaseOf } from '../theia/session.ts';
import type { Facts } from './facts.ts';
import { type Finding, found } from './finding-rows.ts';

export function countFindings({ snapshot }: Facts): Finding[] {
  const { sight } = snapshot;
  if (sight.AppDefinition !== 'seen' || sight.Session !== 'seen') return [];
  const { AppDefinition: apps, Session: sessions } = snapshot.objects;
  const pools = apps.map(minInstances).filter((count) => count > 0);
  const phases = sessions.map(phaseOf);
  const of = (phase: string): number => phases.filter((each) => each === phase).length;
  return [
    found('counted', {
      apps: apps.length,
      pools: pools.length,
      instances: pools.reduce((sum, each) => sum + each, 0),
      sessions: sessions.length,
      live: of('live'),
      inFlight: of('inFlight') + of('ending'),
      failed: of('failed'),
    }),
  ];
}

/** Leases of warmgate: held, run out, or left of an AppDefinition that is gone. */
export function gateFindings({ snapshot, assessment, badReferences }: Facts): Finding[] {
  const bad = badReferences > 0 ? [found('badReferences', { count: badReferences })] : [];
  if (snapshot.sight.AppDefinition !== 'seen' || snapshot.sight.Lease !== 'seen') return bad;
  const { pools, strayLeases, now } = assessment;
  const held = pools.filter(({ gate }) => gate.leases.length > 0);
  const each = held.map((pool) => {
    const { name, gate } = pool;
    if (isFollowed(pool)) return found('gateFollowed', { app: name });
    const minutes = Math.max(0, Math.round((now - gate.renewedAt) / 60_000));
    return found(gate.expired ? 'gateExpired' : 'gateHeld', { app: name, minutes });
  });
  const stray = strayLeases.map(({ metadata }) => found('gateStray', { lease: metadata.name }));
  return [...(each.length + stray.length === 0 ? [found('gatesOpen')] : [...each, ...stray]), ...bad];
}

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
