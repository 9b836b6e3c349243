import type { KubeObject } from '../model/kube.ts';
import type { Part } from '../model/parts.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { sessionOwners } from '../theia/owners.ts';
import { type Instance, partOf, placePart } from '../theia/parts.ts';
import { appOf, claimedId, isLazy, phaseOf } from '../theia/session.ts';

/** Sessions of a snapshot and what belongs to each. */
export interface Sessions {
  seen: boolean;
  byUid: ReadonlyMap<string, KubeObject>;
  /** By Session uid. */
  parts: ReadonlyMap<string, SessionParts>;
  /** Instances that a live Session names although it owns no part of any. */
  naming: ReadonlyMap<Instance, KubeObject>;
}

/** Where a Session works: in an instance of a pool, or in objects made for it alone. */
export interface SessionParts {
  start: 'eager' | 'lazy';
  instance?: Instance;
  /** All objects of its instance, or those it owns when it started lazily. */
  parts: readonly Part[];
}

/** One pass over all objects, whatever the number of Sessions. */
export function indexSessions(snapshot: Snapshot, instances: readonly Instance[]): Sessions {
  const sessions = snapshot.objects.Session;
  const owned = mostOwned(instances);
  const alone = ownObjects(snapshot);
  const byName = Map.groupBy(instances, (each) => `${each.appName}/${each.id}`);
  const parts = new Map<string, SessionParts>();
  const naming = new Map<Instance, KubeObject>();
  for (const session of sessions) {
    const { uid } = session.metadata;
    const own = alone.get(uid) ?? [];
    let instance = owned.get(uid);
    if (instance === undefined && !isLazy(session) && own.length === 0) {
      instance = named(session, byName);
      if (instance !== undefined) naming.set(instance, session);
    }
    parts.set(uid, partsOf(session, instance, own));
  }
  return {
    seen: snapshot.sight.Session === 'seen',
    byUid: new Map(sessions.map((each) => [each.metadata.uid, each])),
    parts,
    naming,
  };
}

function partsOf(session: KubeObject, instance: Instance | undefined, own: readonly Part[]): SessionParts {
  if (instance !== undefined) return { start: 'eager', instance, parts: instance.parts };
  return isLazy(session) || own.length > 0 ? { start: 'lazy', parts: own } : { start: 'eager', parts: [] };
}

/** By Session uid the instance of which it owns most parts: a claim that went astray may leave a reference elsewhere. */
function mostOwned(instances: readonly Instance[]): Map<string, Instance> {
  const best = new Map<string, { instance: Instance; parts: number }>();
  for (const instance of instances) {
    const counts = new Map<string, number>();
    for (const { object } of instance.parts) {
      for (const { uid } of sessionOwners(object)) counts.set(uid, (counts.get(uid) ?? 0) + 1);
    }
    for (const [uid, parts] of counts) {
      if (parts > (best.get(uid)?.parts ?? 0)) best.set(uid, { instance, parts });
    }
  }
  return new Map([...best].map(([uid, { instance }]) => [uid, instance]));
}

/** Objects outside any instance by the uid of the Session that owns them. */
function ownObjects({ objects }: Snapshot): Map<string, Part[]> {
  const found = new Map<string, Part[]>();
  for (const object of [...objects.Deployment, ...objects.Service, ...objects.ConfigMap]) {
    const owners = sessionOwners(object);
    const part = owners.length === 0 || placePart(object) !== undefined ? undefined : partOf(object);
    if (part === undefined) continue;
    for (const { uid } of owners) {
      const parts = found.get(uid);
      if (parts === undefined) found.set(uid, [part]);
      else parts.push(part);
    }
  }
  return found;
}

/**
 * A live Session's instance by its annotation: its parts are still its own. An AppDefinition recreated under the same name
 * makes new instances with the old ids (docs/theia-cloud.md#f10): the youngest that was there before the session.
 */
function named(session: KubeObject, byName: ReadonlyMap<string, readonly Instance[]>): Instance | undefined {
  const id = claimedId(session);
  if (id === undefined || phaseOf(session) !== 'live') return undefined;
  const since = session.metadata.creationTimestamp ?? '';
  return (byName.get(`${appOf(session)}/${id}`) ?? [])
    .filter((each) => madeAt(each) <= since)
    .reduce<Instance | undefined>(
      (youngest, each) => (youngest === undefined || madeAt(each) > madeAt(youngest) ? each : youngest),
      undefined,
    );
}

function madeAt({ parts }: Instance): string {
  const deployment = parts.find((part) => part.kind === 'deployment');
  return deployment?.object.metadata.creationTimestamp ?? '';
}
