import type { KubeObject } from '../model/kube.ts';
import { type Part, type PartKind, partKinds, partLabel } from '../model/parts.ts';
import { fill } from '../model/sentence.ts';
import type { Instance } from '../theia/parts.ts';
import type { PassStep } from '../theia/reconcile/steps.ts';
import { type Fate, type InstanceFate, lossRows, type PartLoss, type PlannedInstance } from './plan.ts';

/** What a pass does to each instance: those that exist and those that it makes. `holders`: session by id. */
export function plannedInstances(
  existing: readonly Instance[],
  steps: readonly PassStep[],
  holders: ReadonlyMap<number, string>,
): PlannedInstance[] {
  const byId = Map.groupBy(effective(existing, steps), ({ id }) => id);
  const ids = new Set([...existing.map(({ id }) => id), ...byId.keys()]);
  return [...ids]
    .sort((one, other) => one - other)
    .map((id) => {
      const own = byId.get(id) ?? [];
      const created = own.filter(({ act }) => act === 'create');
      const deleted = own.filter(({ act }) => act === 'delete');
      const lost = deleted.filter((step) => !created.some((other) => isSame(step, other)));
      const session = holders.get(id);
      return {
        id,
        fate: fateOf(
          existing.find((each) => each.id === id),
          own,
          lost,
        ),
        ...(session === undefined ? {} : { session }),
        lost: lost.map(({ part, sidecar }) =>
          partLabel({ kind: part, ...(sidecar === undefined ? {} : { sidecar }) }),
        ),
        deletes: deleted.length,
        creates: created.length,
      };
    });
}

/** A create of a name that is there is refused: a session that the AppDefinition let go keeps its parts (docs/theia-cloud.md#f13). */
function effective(existing: readonly Instance[], steps: readonly PassStep[]): PassStep[] {
  const there = new Set(
    existing.flatMap(({ parts }) => parts.map(({ object }) => `${object.kind}/${object.metadata.name}`)),
  );
  return steps.filter(({ act, kind, name }) => {
    const key = `${kind}/${name}`;
    if (act === 'delete') there.delete(key);
    if (act !== 'create') return true;
    if (there.has(key)) return false;
    there.add(key);
    return true;
  });
}

/** The first that applies. */
function fateOf(
  instance: Instance | undefined,
  steps: readonly PassStep[],
  lost: readonly PassStep[],
): InstanceFate {
  const parts = instance?.parts ?? [];
  if (steps.length === 0) return 'kept';
  if (parts.length === 0) return 'made';
  if (lost.some(({ why }) => why === 'surplus' || why === 'unowned')) return 'deleted';
  if (steps.some(({ act }) => act === 'disown')) return 'released';
  if (lost.length > 0) return 'damaged';
  const renewed = steps.filter(({ why, part }) => why === 'renewed' && partKinds[part].main);
  if (renewed.length === 0) return 'mended';
  const main = (kinds: readonly PartKind[]): number =>
    new Set(kinds.filter((kind) => partKinds[kind].main)).size;
  return renewed.length < main(parts.map(({ kind }) => kind)) ? 'partly' : 'renewed';
}

function isSame(one: PassStep, other: PassStep): boolean {
  return one.kind === other.kind && one.name === other.name;
}

/** Parts of a session that the pass took: not there afterwards, or there under another UID. */
export function losses(parts: readonly Part[], after: ReadonlyMap<string, KubeObject>): PartLoss[] {
  return parts.flatMap(({ kind, sidecar, object }) => {
    const now = after.get(keyOf(object));
    if (now?.metadata.uid === object.metadata.uid) return [];
    const fate: Fate = now === undefined ? 'lost' : 'remade';
    return [
      {
        part: kind,
        ...(sidecar === undefined ? {} : { sidecar }),
        fate,
        text: fill(lossRows[kind][fate], { sidecar }),
      },
    ];
  });
}

/** Objects by kind and name, for `losses`. */
export function indexed(objects: readonly KubeObject[]): Map<string, KubeObject> {
  return new Map(objects.map((object) => [keyOf(object), object]));
}

function keyOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.name}`;
}
