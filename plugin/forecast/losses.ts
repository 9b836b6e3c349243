import type { KubeObject } from '../model/kube.ts';
import type { Part } from '../model/parts.ts';
import { fill } from '../model/sentence.ts';
import { lossWords } from './loss-words.ts';
import type { Fate, PartLoss } from './plan.ts';

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
        text: fill(lossWords[kind][fate], { sidecar }),
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
