import type { KubeObject } from '../model/kube.ts';
import type { Part } from '../model/parts.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Instance } from '../theia/instances.ts';
import { isOwnedBy, sessionOwners } from '../theia/owners.ts';
import { partOf, placePart } from '../theia/parts.ts';

/** Which objects belong to which Session: its instance's, or its own when it started lazily. */
export interface SessionParts {
  instanceOf: ReadonlyMap<string, Instance>;
  lazyParts: ReadonlyMap<string, Part[]>;
}

/** One pass over all objects. A Session that owns parts of two instances gets the one of which it owns more. */
export function indexSessionParts(snapshot: Snapshot, instances: readonly Instance[]): SessionParts {
  const instanceOf = new Map<string, Instance>();
  for (const instance of instances) {
    for (const uid of sessionUids(instance)) {
      const known = instanceOf.get(uid);
      if (known === undefined || owned(instance, uid) > owned(known, uid)) instanceOf.set(uid, instance);
    }
  }
  const lazyParts = new Map<string, Part[]>();
  const { Deployment, Service, ConfigMap } = snapshot.objects;
  for (const object of [...Deployment, ...Service, ...ConfigMap]) {
    const part = placePart(object) === undefined ? partOf(object) : undefined;
    if (part !== undefined)
      for (const uid of ownerUids(object)) lazyParts.set(uid, [...(lazyParts.get(uid) ?? []), part]);
  }
  return { instanceOf, lazyParts };
}

function sessionUids(instance: Instance): Set<string> {
  return new Set(instance.parts.flatMap((part) => ownerUids(part.object)));
}

function ownerUids(object: KubeObject): string[] {
  return sessionOwners(object).map((owner) => owner.uid);
}

function owned(instance: Instance, uid: string): number {
  return instance.parts.filter((part) => isOwnedBy(part.object, uid)).length;
}
