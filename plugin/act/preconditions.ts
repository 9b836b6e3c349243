import type { Cluster } from '../cluster/port.ts';
import type { KubeObject, OwnerReference } from '../model/kube.ts';
import type { Clearance, ObjectRef } from '../model/steps.ts';
import { holds, isHold, isOwnedBy, owners, sessionOwners } from '../theia/owners.ts';
import { placePart } from '../theia/parts.ts';
import { appOf, phaseOf } from '../theia/session.ts';
import { type Acting, Refusal } from './acting.ts';

/**
 * Reads the object once more just before a write: still there, still the same UID, not being deleted.
 * What it returns carries the resourceVersion that the write must send.
 */
export async function sameObject(
  cluster: Cluster,
  namespace: string,
  target: ObjectRef,
): Promise<KubeObject> {
  const object = await cluster.get(target.kind, namespace, target.name);
  if (object === undefined) throw new Refusal('gone', 'moved');
  if (object.metadata.uid !== target.uid) throw new Refusal('remade', 'moved');
  if (object.metadata.deletionTimestamp !== undefined) throw new Refusal('terminating', 'moved');
  return object;
}

/** The AppDefinition is still its owner: an object that it let go is no pool's any more. */
export function ownedByApp(object: KubeObject, app: KubeObject | undefined): void {
  if (app === undefined || !isOwnedBy(object, app.metadata.uid)) throw new Refusal('notOwned', 'moved');
}

/** No Session owns it: whoever claimed it meanwhile keeps it untouched (docs/architecture.md#gate-rules). */
export function unclaimed(object: KubeObject): void {
  if (sessionOwners(object).length > 0) throw new Refusal('claimed', 'moved');
}

/** The steps of one round: the holds among them share a list of Sessions. */
export interface Burst extends Acting {
  readonly sessions: () => Promise<readonly KubeObject[]>;
}

/** How old a list of Sessions may be when a hold relies on it, ms. A claim comes to the internal Service 0.12 s after it begins. */
const freshMs = 50;
/** A server or machine that is slower than that is slow for the operator too. */
const mostLists = 3;

/**
 * No Session of this AppDefinition is being claimed, by a list of Sessions that is younger than a claim takes to reach what is held.
 * The look that closed the gate is too old for that: of the sessions that started between it and the hold one in ten was met
 * between the operator's read and its patch, and failed for good (docs/theia-cloud.md#claim).
 */
export async function noClaimInFlight(app: string, { sessions }: Burst): Promise<void> {
  const claiming = (session: KubeObject): boolean =>
    appOf(session) === app && phaseOf(session) === 'inFlight';
  if ((await sessions()).some(claiming)) throw new Refusal('claimInFlight', 'moved');
}

/** One list of Sessions for whoever asks within 50 ms; one that took too long to come says nothing about now, so it is asked for again. */
export function sharedSessions({ cluster, clock, namespace }: Acting): Burst['sessions'] {
  let askedAt = Number.NEGATIVE_INFINITY;
  let listed: Promise<readonly KubeObject[]> = Promise.resolve([]);
  const list = async (): Promise<readonly KubeObject[]> => {
    for (let left = mostLists; ; left -= 1) {
      const asked = clock.now();
      const { items } = await cluster.list('Session', namespace);
      askedAt = asked;
      if (left === 1 || clock.now() - asked <= freshMs) return items;
    }
  };
  return () => {
    const now = clock.now();
    if (now - askedAt > freshMs) {
      askedAt = now;
      listed = list();
    }
    return listed;
  };
}

/**
 * The references that stay when ours come off. Without an AppDefinition or Session among them the object would be left
 * without any owner, never be collected and block its id for good (docs/theia-cloud.md#lever-3).
 */
export function keepsAnOwner(object: KubeObject): OwnerReference[] {
  const rest = owners(object).filter((owner) => !isHold(owner));
  if (!rest.some((owner) => owner.kind === 'AppDefinition' || owner.kind === 'Session')) {
    throw new Refusal('onlyOwner');
  }
  return rest;
}

/** Every Session that owns it is live: nothing of a claim in flight or of a release is written (docs/architecture.md#not-written). */
export async function ownersLive(cluster: Cluster, namespace: string, object: KubeObject): Promise<void> {
  await Promise.all(
    sessionOwners(object).map(({ name, uid }) => stillLive(cluster, namespace, { name, uid })),
  );
}

/** The Session is still HANDLED and not being deleted: nothing of a claim in flight or of a release is written. */
export async function stillLive(
  cluster: Cluster,
  namespace: string,
  target: Pick<ObjectRef, 'name' | 'uid'>,
): Promise<KubeObject> {
  const session = await cluster.get('Session', namespace, target.name);
  if (session === undefined || session.metadata.uid !== target.uid) throw new Refusal('sessionGone', 'moved');
  if (phaseOf(session) !== 'live') throw new Refusal('sessionNotLive', 'moved');
  return session;
}

/** Longest time between the second look and the nudge it cleared: the gate was seen, not imagined. */
const clearanceLastsMs = 10_000;

/** docs/theia-cloud.md#lever-6-e: two looks at least 2 s apart, and the second one recent. */
export function cleared(clearance: Clearance, now: number): void {
  if (clearance.secondLook - clearance.firstLook < 2000) throw new Refusal('oneLook');
  if (now - clearance.secondLook > clearanceLastsMs) throw new Refusal('clearanceTooOld', 'moved');
}

/**
 * At this moment every internal Service of the pool is a session's or held. An instance that was released since the look that
 * cleared the nudge is open, and a session that got it would lose it to the pass (docs/theia-cloud.md#lever-6-e).
 */
export async function gateClosed(cluster: Cluster, namespace: string, app: KubeObject): Promise<void> {
  const { items } = await cluster.list('Service', namespace);
  if (items.some((service) => isOpen(service, app))) throw new Refusal('gateOpen', 'moved');
}

function isOpen(service: KubeObject, app: KubeObject): boolean {
  return (
    placePart(service)?.kind === 'internalService' &&
    isOwnedBy(service, app.metadata.uid) &&
    sessionOwners(service).length === 0 &&
    holds(service).length === 0 &&
    service.metadata.deletionTimestamp === undefined
  );
}
