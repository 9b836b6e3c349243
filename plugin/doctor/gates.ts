import { isFollowed } from '../theia/lease.ts';
import type { Facts } from './facts.ts';
import { type Finding, found } from './finding-rows.ts';

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
