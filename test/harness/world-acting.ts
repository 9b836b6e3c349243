import type { Acted, Acting } from '../../plugin/act/acting.ts';
import { carryOut } from '../../plugin/act/carry-out.ts';
import { onPart } from '../../plugin/decide/targets.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Part, PartKind } from '../../plugin/model/parts.ts';
import type { ObjectRef, WriteStep } from '../../plugin/model/steps.ts';
import { placePart } from '../../plugin/theia/parts.ts';
import type { AppSpec, WorldSpec } from './world.ts';
import { build } from './world-build.ts';
import { type Before, type WorldCluster, worldCluster } from './world-cluster.ts';
import type { InstanceSpec } from './world-instance.ts';
import { type WorldNamespace, worldNamespace } from './world-namespace.ts';
import { namespace, worldStart } from './world-objects.ts';

/** A current, whole, free and ready instance, but for what is said. */
export function instanceSpec(id: number, more: Partial<InstanceSpec> = {}): InstanceSpec {
  return {
    id,
    made: 'current',
    missing: [],
    held: 'nothing',
    heldBy: 'own',
    claim: { by: 'none' },
    residue: 'none',
    pod: 'ready',
    unowned: undefined,
    ...more,
  };
}

export const claimed = { by: 'live', covers: 'claimed', list: 'right', detached: false } as const;
export const covered = { ...claimed, covers: 'all' } as const;

/** One AppDefinition `java` with these instances and no Lease of ours, but for what is said. */
export function worldWith(
  instances: InstanceSpec[],
  app: Partial<AppSpec> = {},
  world: Partial<WorldSpec> = {},
): WorldSpec {
  const java: AppSpec = {
    name: 'java',
    minInstances: instances.length,
    generation: 2,
    sidecars: 'none',
    lease: 'none',
    nudges: 0,
    deleting: false,
    former: [],
    instances,
    ...app,
  };
  return { keycloak: true, operator: 'active', strayLease: false, apps: [java], ...world };
}

/** A world that stands still, and warmgate's hand in it. */
export interface Scenery {
  store: WorldNamespace;
  cluster: WorldCluster;
  stop: AbortController;
  /** Carries steps out, and says what came of each. */
  act(...steps: WriteStep[]): Promise<Acted[]>;
}

export function scenery(world: WorldSpec, before?: Before): Scenery {
  const store = worldNamespace(build(world), worldStart, { controllers: false });
  const cluster = worldCluster(store, before);
  const stop = new AbortController();
  const apps = store.list('AppDefinition');
  const ours = store.list('Lease').filter(({ metadata }) => metadata.name.startsWith('warmgate-'));
  const acting: Acting = {
    cluster,
    clock: { now: store.now, sleep: async (ms) => store.setNow(store.now() + ms) },
    namespace,
    runId: 'run-test',
    holdForMs: 3_600_000,
    leases: new Map(ours.map((lease) => [lease.metadata.name.slice('warmgate-'.length), lease])),
    apps: new Map(apps.map((app) => [app.metadata.name, app])),
    stop: stop.signal,
  };
  return {
    store,
    cluster,
    stop,
    async act(...steps) {
      const waves = await Array.fromAsync(carryOut(steps, acting));
      return waves.flat();
    },
  };
}

export function partIn(store: WorldNamespace, id: number, kind: PartKind, app = 'java'): Part {
  const uid = store.get('AppDefinition', app)?.metadata.uid.slice(-12) ?? '';
  const found = store.all().find((object) => {
    const placed = placePart(object);
    return placed?.id === id && placed.kind === kind && object.metadata.name.includes(uid);
  });
  if (found === undefined) throw new Error(`no ${kind} of instance ${id}`);
  return { kind, object: found };
}

/** `on` of a step, as a look at this moment would make it. */
export function aim(store: WorldNamespace, id: number, kind: PartKind, app = 'java') {
  return onPart(partIn(store, id, kind, app));
}

export function target(object: KubeObject | undefined): ObjectRef {
  if (object === undefined) throw new Error('nothing to aim at');
  const { name, uid, resourceVersion = '' } = object.metadata;
  return { kind: object.kind as ObjectRef['kind'], name, uid, resourceVersion };
}

/** Somebody else writes to a part. */
export function change(
  store: WorldNamespace,
  object: KubeObject,
  more: Partial<KubeObject['metadata']>,
): void {
  const found = store.get(object.kind, object.metadata.name) ?? object;
  store.replace({ ...found, metadata: { ...found.metadata, ...more } }, 'somebody');
}

/** Somebody deletes it and makes it anew under its name. */
export function remake(store: WorldNamespace, object: KubeObject): void {
  store.remove(object.kind, object.metadata.name);
  store.create(object.kind as ObjectRef['kind'], object);
}
