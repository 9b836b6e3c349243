import type { PoolAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import { mountsWorkspace } from '../theia/app-definition.ts';
import { appDefinitionOwners, leasePrefix, sessionOwners } from '../theia/owners.ts';
import type { Instance } from '../theia/parts.ts';
import { phaseOf } from '../theia/session.ts';
import type { Context } from './context.ts';

/** What is true of the whole look and of no pool alone. */
export function runReasons(pools: readonly PoolAssessment[], context: Context): Reason[] {
  const { snapshot, options } = context;
  const blind = unseen(pools, context);
  if (blind !== undefined) return [because('cannotJudge', { kind: blind })];
  if (options.apps.length > 0) return [];
  const nothing = pools.length === 0 ? [because('nothingSelected', { namespace: snapshot.namespace })] : [];
  return [...nothing, ...orphanPools(context)];
}

/** A kind without which there is no verdict, or undefined. */
function unseen(pools: readonly PoolAssessment[], context: Context): string | undefined {
  const { sight, source } = context.snapshot;
  if (sight.AppDefinition !== 'seen' && !onlySessionsLeft(context)) return 'AppDefinition';
  if (pools.length === 0) return undefined;
  if (source === 'file') {
    return sight.Deployment !== 'seen' && sight.Service !== 'seen' ? 'Deployment' : undefined;
  }
  const workspaces = pools.some((pool) => mountsWorkspace(pool.app));
  return workspaces && sight.PersistentVolumeClaim === 'forbidden' ? 'PersistentVolumeClaim' : undefined;
}

/** A file in which no object is an AppDefinition's and a live session has some: the AppDefinitions are gone, the sessions are judged. */
function onlySessionsLeft({ snapshot, instances, sessions }: Context): boolean {
  const { sight, source, objects } = snapshot;
  if (source !== 'file' || sight.AppDefinition !== 'notInFile') return false;
  const owned = instances.some(({ parts }) =>
    parts.some((part) => appDefinitionOwners(part.object).length > 0),
  );
  const working = objects.Session.some(
    (each) => phaseOf(each) === 'live' && (sessions.parts.get(each.metadata.uid)?.parts.length ?? 0) > 0,
  );
  return working && !owned;
}

/** Instances of an AppDefinition that is gone, name and all, and that no Session keeps. */
function orphanPools({ apps, instances, sessions, snapshot }: Context): Reason[] {
  const uids = new Set(snapshot.objects.AppDefinition.map((app) => app.metadata.uid));
  const isKept = ({ parts }: Instance): boolean =>
    parts.some((part) =>
      sessionOwners(part.object).some(({ uid }) => !sessions.seen || sessions.byUid.has(uid)),
    );
  const left = new Map<string, number>();
  for (const instance of instances) {
    const { appName, appUid } = instance;
    if (uids.has(appUid) || apps.has(appName) || isKept(instance)) continue;
    const app = appName === '' ? `…${appUid.slice(-12)}` : appName;
    left.set(app, (left.get(app) ?? 0) + 1);
  }
  return [...left].map(([app, count]) => because('orphanPool', { app, instances: count }));
}

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
