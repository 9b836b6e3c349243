import type { AppSpec, WorldSpec } from './world.ts';
import type { InstanceSpec } from './world-instance.ts';

/**
 * The same world without what only a person can put right: Sessions that failed, objects without any owner, pods that never
 * start although they are current, an AppDefinition that stays half deleted, a spent budget, an operator that does not work.
 */
export function recoverable(world: WorldSpec): WorldSpec {
  return { ...world, operator: 'active', apps: world.apps.map(recoverableApp) };
}

function recoverableApp(app: AppSpec): AppSpec {
  const instances = app.instances.map(recoverableInstance);
  // A claim that meets an incomplete instance fails (F7), and one that comes takes what a session merely names.
  const calm = instances.some(({ missing, claim }) => missing.length > 0 || isNamed(claim));
  return {
    ...app,
    deleting: false,
    nudges: Math.min(1, app.nudges),
    instances: calm ? instances.map(unclaimed) : instances,
    former: app.former.map(recoverableInstance).map(unclaimed),
  };
}

function isNamed(claim: InstanceSpec['claim']): boolean {
  return claim.by === 'live' && claim.covers === 'named';
}

function unclaimed(instance: InstanceSpec): InstanceSpec {
  return instance.claim.by === 'inFlight' ? { ...instance, claim: { by: 'none' } } : instance;
}

function recoverableInstance(instance: InstanceSpec): InstanceSpec {
  const { claim, pod, unowned, held } = instance;
  const collected = held === 'whole' && claim.by === 'none';
  return {
    ...instance,
    claim: claim.by === 'failed' ? { by: 'none' } : claim,
    held: claim.by === 'inFlight' ? 'nothing' : held,
    pod: pod === 'bad' || pod === 'crashing' ? 'starting' : pod,
    unowned: collected ? unowned : undefined,
  };
}
