import { minInstances } from '../theia/app-definition.ts';
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
