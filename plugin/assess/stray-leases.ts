import type { PoolAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { leasePrefix } from '../theia/owners.ts';
import type { Context } from './context.ts';

/**
 * Our Leases whose AppDefinition is gone or has no pool left: with the Lease goes what it alone still owns. Not those that hold a part of a pool
 * that is there, whatever their name: deleting one would open a gate.
 */
export function strayLeases(pools: readonly PoolAssessment[], context: Context): KubeObject[] {
  const { snapshot, options } = context;
  if (options.apps.length > 0 || snapshot.sight.AppDefinition !== 'seen') return [];
  const used = new Set(pools.flatMap((pool) => pool.gate.leases));
  const names = new Set(pools.map((pool) => pool.name));
  return snapshot.objects.Lease.filter((lease) => {
    const { name } = lease.metadata;
    return name.startsWith(leasePrefix) && !names.has(name.slice(leasePrefix.length)) && !used.has(lease);
  });
}
