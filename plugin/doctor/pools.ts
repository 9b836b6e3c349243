import type { KubeObject } from '../model/kube.ts';
import { nameList } from '../text/lists.ts';
import { minInstances, sidecarsOf } from '../theia/app-definition.ts';
import { isFollowed } from '../theia/lease.ts';
import { expectedParts } from '../theia/names.ts';
import { phaseOf } from '../theia/session.ts';
import type { Facts } from './facts.ts';
import { type Finding, findingsAbout } from './finding.ts';

export const countRows = {
  counted: {
    severity: 'ok',
    says: '{apps AppDefinition|AppDefinitions}, {pools pool|pools} with {instances instance|instances}, {sessions Session|Sessions}: {live} live, {inFlight} in flight, {failed} failed',
  },
} as const;

export const gateRows = {
  gatesOpen: { severity: 'ok', says: 'no gate is closed' },
  gateFollowed: { severity: 'ok', says: 'guard --follow shields the sidecars of {app}; its gate is open' },
  gateHeld: {
    severity: 'note',
    says: 'a run holds the gate of {app} and renewed it {minutes} min ago',
    todo: 'leave it to that run',
  },
  gateExpired: {
    severity: 'warning',
    says: 'the gate of {app} has expired, last renewed {minutes} min ago: new sessions start lazily',
    todo: 'run warmgate open --expired, or verify; and keep the CronJob of the chart',
  },
  gateStray: {
    severity: 'warning',
    says: 'Lease {lease} is left of an AppDefinition that no longer exists',
    todo: 'run warmgate open',
  },
  badReferences: {
    severity: 'warning',
    says: 'the garbage collector reports {count owner reference|owner references} to another namespace',
    todo: 'look at events with reason OwnerRefInvalidNamespace: an owner in another namespace counts as gone',
  },
} as const;

export const sidecarRows = {
  noSidecars: { severity: 'ok', says: 'no AppDefinition has sidecars' },
  sidecarsDeleted: {
    severity: 'warning',
    says: '{apps}: with each change of the AppDefinition this operator deletes the sidecar Deployments that no session owns',
    todo: 'run guard before and verify after each release: they shield sidecars; lost ones come back only when the operator starts (verify --allow restart-operator)',
  },
  sidecarFirst: {
    severity: 'warning',
    says: '{app}: the Service of sidecar {sidecar} sorts before the main one, so sessions are routed to the sidecar',
    todo: 'rename the sidecar so that it sorts after {app}',
  },
} as const;

const found = findingsAbout('gates', gateRows);
const counted = findingsAbout('counts', countRows);
const ofSidecars = findingsAbout('sidecars', sidecarRows);

export function countFindings({ snapshot }: Facts): Finding[] {
  const { sight } = snapshot;
  if (sight.AppDefinition !== 'seen' || sight.Session !== 'seen') return [];
  const { AppDefinition: apps, Session: sessions } = snapshot.objects;
  const pools = apps.map(minInstances).filter((count) => count > 0);
  const phases = sessions.map(phaseOf);
  const of = (phase: string): number => phases.filter((each) => each === phase).length;
  return [
    counted('counted', {
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
  if (apps.length === 0) return [ofSidecars('noSidecars')];
  const names = apps.map(({ metadata }) => metadata.name);
  // Upstream knows no sidecars; of the fork no version is known that leaves them.
  const deleted =
    assessment.operator.kind === 'upstream' ? [] : [ofSidecars('sidecarsDeleted', { apps: nameList(names) })];
  return [...deleted, ...apps.flatMap(misrouting)];
}

/** A claim takes the first of an instance's Services by name that is not the internal one. */
function misrouting(app: KubeObject): Finding[] {
  const parts = expectedParts(app, 1, { keycloak: false });
  const main = parts.find(({ kind }) => kind === 'externalService')?.name ?? '';
  return parts
    .filter(({ kind, name }) => kind === 'sidecarService' && name < main)
    .map(({ sidecar = '' }) => ofSidecars('sidecarFirst', { app: app.metadata.name, sidecar }));
}
