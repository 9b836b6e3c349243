import type { AppSpec, WorldSpec } from './world.ts';
import type { InstanceSpec } from './world-instance.ts';

/**
 * The same world without what only a person can put right: Sessions that failed, objects without any owner, pods that never
 * start although they are current, sessions in the way of a new pool, an AppDefinition that stays half deleted, a spent budget, an operator that does not work.
 */
export function recoverable(world: WorldSpec): WorldSpec {
  return { ...world, operator: 'active', apps: world.apps.map(recoverableApp) };
}

function recoverableApp(app: AppSpec): AppSpec {
  const instances = app.instances.map((each) => recoverableInstance(each, app));
  // A claim that meets an incomplete instance fails (docs/theia-cloud.md#f7), and one that comes takes what a session merely names, or what another
  // has begun to claim where a sidecar's Service passes for the external one (docs/theia-cloud.md#f5).
  const calm =
    app.sidecars === 'before' || instances.some(({ missing, claim }) => missing.length > 0 || isNamed(claim));
  return {
    ...app,
    deleting: false,
    nudges: Math.min(1, app.nudges),
    instances: calm ? instances.map(unclaimed) : instances.map((each) => undisturbed(each, instances)),
    // A session on a former instance keeps a pod that the new one's Service picks as well (docs/theia-cloud.md#f10).
    former: app.former
      .map((each) => recoverableInstance(each, app))
      .map((each) => (each.id > app.minInstances ? unclaimed(each) : { ...each, claim: { by: 'none' } })),
  };
}

/** A pod that becomes Ready at the wrong moment fails a claim: its edit of the Deployment loses against the status. */
function undisturbed(instance: InstanceSpec, all: readonly InstanceSpec[]): InstanceSpec {
  return all.some(({ claim }) => claim.by === 'inFlight') ? { ...instance, pod: 'ready' } : instance;
}

/** Parts that only their session owns have the names that a start of the operator would create, and the refusal ends its pass. */
function attached(claim: InstanceSpec['claim'], { sidecars }: AppSpec): InstanceSpec['claim'] {
  return claim.by === 'live' && sidecars !== 'none' ? { ...claim, detached: false } : claim;
}

function isNamed(claim: InstanceSpec['claim']): boolean {
  return claim.by === 'live' && claim.covers === 'named';
}

function unclaimed(instance: InstanceSpec): InstanceSpec {
  return instance.claim.by === 'inFlight' ? { ...instance, claim: { by: 'none' } } : instance;
}

function recoverableInstance(instance: InstanceSpec, app: AppSpec): InstanceSpec {
  const { claim, pod, unowned, held } = instance;
  // Held and no more: the end of our Lease collects it. A sidecar's Service is never held.
  const collected = held === 'whole' && claim.by === 'none' && app.sidecars === 'none';
  return {
    ...instance,
    claim: claim.by === 'failed' ? { by: 'none' } : attached(claim, app),
    held: claim.by === 'inFlight' ? 'nothing' : held,
    pod: pod === 'bad' || pod === 'crashing' ? 'starting' : pod,
    unowned: collected ? unowned : undefined,
  };
}
