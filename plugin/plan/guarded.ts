import type { Assessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { owners, referenceTo } from '../theia/owners.ts';

/**
 * The objects as guard leaves them to live sessions: every part of an instance owned by its Session too (theia-cloud.md lever 2).
 * Its holds on free instances take nothing from a session and are left out.
 */
export function guarded(objects: readonly KubeObject[], { sessions }: Assessment): KubeObject[] {
  const claims = new Map(
    sessions
      .filter(({ phase, start }) => phase === 'live' && start === 'eager')
      .flatMap(({ uncovered, object }) =>
        uncovered.map(({ object: part }) => [part.metadata.uid, referenceTo(object)] as const),
      ),
  );
  return objects.map((object) => {
    const claim = claims.get(object.metadata.uid);
    if (claim === undefined) return object;
    return { ...object, metadata: { ...object.metadata, ownerReferences: [...owners(object), claim] } };
  });
}
