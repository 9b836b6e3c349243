import { assess, type Looked } from '../../plugin/assess/assess.ts';
import type { AssessOptions } from '../../plugin/assess/context.ts';
import type { InstanceAssessment, PoolAssessment, SessionAssessment } from '../../plugin/model/assessment.ts';
import type { KubeObject, ObjectMeta, OwnerReference } from '../../plugin/model/kube.ts';
import type { PartKind } from '../../plugin/model/parts.ts';
import type { ReasonCode } from '../../plugin/model/reasons.ts';
import type { Snapshot } from '../../plugin/model/snapshot.ts';
import { fromObjects } from '../../plugin/observe/from-objects.ts';
import { placePart } from '../../plugin/theia/parts.ts';
import type { AppSpec, WorldSpec } from '../harness/world.ts';
import { appDefinition, build } from '../harness/world-build.ts';
import type { InstanceSpec } from '../harness/world-instance.ts';
import { snapshotOf, usualAssess } from '../harness/world-look.ts';
import { namespace, worldStart } from '../harness/world-objects.ts';

/** A pool of instances that are all free, whole, current and ready, but for what a test changes. */
export function pool(
  instances: InstanceSpec[],
  changes: Partial<AppSpec> = {},
  world: Partial<WorldSpec> = {},
): KubeObject[] {
  const { strayLease = false, keycloak = true, operator = 'active' } = world;
  return build({ keycloak, operator, strayLease, apps: [spec(instances, changes)] });
}

export function spec(instances: InstanceSpec[], changes: Partial<AppSpec> = {}): AppSpec {
  return {
    name: 'java',
    minInstances: Math.max(0, ...instances.map(({ id }) => id)),
    generation: 2,
    sidecars: 'none',
    lease: 'none',
    nudges: 0,
    deleting: false,
    instances,
    former: [],
    ...changes,
  };
}

export function free(id: number, changes: Partial<InstanceSpec> = {}): InstanceSpec {
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
    ...changes,
  };
}

/** Claimed by a live Session that owns every part and whose user is admitted. */
export function claimed(id: number, changes: Partial<InstanceSpec> = {}): InstanceSpec {
  return free(id, { claim: { by: 'live', covers: 'all', list: 'right', detached: false }, ...changes });
}

export const theApp: KubeObject = appDefinition(spec([]));
export const theUid: string = theApp.metadata.uid;

/** One look at a live namespace, with the eyes of `check`; `sight`: kinds that were not to be had; `operator`: its sight. */
export function look(
  objects: readonly KubeObject[],
  options: Partial<AssessOptions> = {},
  sight: Partial<Snapshot['sight']> = {},
  operator: Partial<Snapshot['operator']> = {},
): Looked {
  const seen = snapshotOf(objects, worldStart);
  const snapshot = {
    ...seen,
    sight: { ...seen.sight, ...sight },
    operator: { ...seen.operator, ...operator },
  };
  return assess(snapshot, undefined, eyes(options));
}

/** One look at the same objects in a file. */
export function lookInFile(objects: readonly KubeObject[], options: Partial<AssessOptions> = {}): Looked {
  return assess(fromObjects(objects, namespace), undefined, eyes(options));
}

/** What a run finds at moments in ms since its first look; `ours`: uids that it deleted before. The last one's result. */
export type Round = readonly [at: number, objects: readonly KubeObject[], ours?: readonly string[]];

export function looks(rounds: readonly Round[], options: Partial<AssessOptions> = {}): Looked {
  let looked: Looked | undefined;
  for (const [at, objects, ours] of rounds) {
    const snapshot = snapshotOf(objects, worldStart + at);
    looked = assess(snapshot, looked?.history, eyes(options), new Set(ours));
  }
  if (looked === undefined) throw new TypeError('no look');
  return looked;
}

function eyes(options: Partial<AssessOptions>): AssessOptions {
  return { ...usualAssess, tellHarmBefore: false, ...options };
}

export function poolIn({ assessment }: Looked, name = 'java'): PoolAssessment {
  const found = assessment.pools.find((each) => each.name === name);
  if (found === undefined) throw new TypeError(`no pool ${name}`);
  return found;
}

export function instanceIn(looked: Looked, id: number): InstanceAssessment {
  const found = poolIn(looked).instances.find((each) => each.id === id);
  if (found === undefined) throw new TypeError(`no instance ${id}`);
  return found;
}

export function sessionIn({ assessment }: Looked, name: string): SessionAssessment {
  const found = assessment.sessions.find((each) => each.name === name);
  if (found === undefined) throw new TypeError(`no session ${name}`);
  return found;
}

/** Codes, each once, sorted. */
export function codes({ reasons }: { reasons: readonly { code: ReasonCode }[] }): ReasonCode[] {
  return [...new Set(reasons.map(({ code }) => code))].sort();
}

function isPart(object: KubeObject, id: number, kind: PartKind): boolean {
  const placed = placePart(object);
  return placed?.id === id && placed.kind === kind;
}

export function partIn(objects: readonly KubeObject[], id: number, kind: PartKind): KubeObject {
  const found = objects.find((object) => isPart(object, id, kind));
  if (found === undefined) throw new TypeError(`no ${kind} of ${id}`);
  return found;
}

export function without(objects: readonly KubeObject[], id: number, ...kinds: PartKind[]): KubeObject[] {
  return objects.filter((object) => !kinds.some((kind) => isPart(object, id, kind)));
}

type Changes = Partial<Omit<KubeObject, 'metadata'>> & { metadata?: Partial<ObjectMeta> };

/** The objects with changes to those that `which` chooses; throws when it chooses none. */
export function changed(
  objects: readonly KubeObject[],
  which: (object: KubeObject) => boolean,
  changes: Changes | ((object: KubeObject) => Changes),
): KubeObject[] {
  if (!objects.some(which)) throw new TypeError('nothing to change');
  return objects.map((object) => {
    if (!which(object)) return object;
    const { metadata, ...rest } = typeof changes === 'function' ? changes(object) : changes;
    return { ...object, ...rest, metadata: { ...object.metadata, ...metadata } };
  });
}

export function part(id: number, kind: PartKind): (object: KubeObject) => boolean {
  return (object) => isPart(object, id, kind);
}

export function ofKind(kind: string, name?: string): (object: KubeObject) => boolean {
  return (object) => object.kind === kind && (name === undefined || object.metadata.name === name);
}

export function owned(object: KubeObject, ...more: OwnerReference[]): Changes {
  return { metadata: { ownerReferences: [...(object.metadata.ownerReferences ?? []), ...more] } };
}
