import type { Assessment } from '../model/assessment.ts';
import { apiVersionOf } from '../model/kinds.ts';
import type { KubeObject, OwnerReference } from '../model/kube.ts';
import { isSolelyOwnedBy, owners, referenceTo } from '../theia/owners.ts';
import { placePart } from '../theia/parts.ts';

/**
 * The objects as guard leaves them: every part of a live session's instance owned by the Session too, the sidecar
 * Deployments of free instances held by a Lease, and for `gates` their internal Services as well (design.md section 3).
 */
export function guarded(
  objects: readonly KubeObject[],
  { pools, sessions }: Assessment,
  gates: ReadonlySet<string>,
): KubeObject[] {
  const claims = new Map(
    sessions
      .filter(({ phase, start }) => phase === 'live' && start === 'eager')
      .flatMap(({ uncovered, object }) =>
        uncovered.map(({ object: part }) => [part.metadata.uid, referenceTo(object)] as const),
      ),
  );
  return objects.map((object) => {
    const claim = claims.get(object.metadata.uid);
    if (claim !== undefined) return withOwner(object, claim);
    const pool = pools.find(({ uid }) => isSolelyOwnedBy(object, uid));
    const kind = placePart(object)?.kind;
    const held = kind === 'sidecarDeployment' || (kind === 'internalService' && gates.has(pool?.name ?? ''));
    return pool !== undefined && held ? withOwner(object, leaseOf(pool.name)) : object;
  });
}

function withOwner(object: KubeObject, owner: OwnerReference): KubeObject {
  return { ...object, metadata: { ...object.metadata, ownerReferences: [...owners(object), owner] } };
}

function leaseOf(app: string): OwnerReference {
  const name = `warmgate-${app}`;
  return { apiVersion: apiVersionOf('Lease'), kind: 'Lease', name, uid: name };
}
