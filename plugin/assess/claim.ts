import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { InstanceState, SessionPhase } from '../model/states.ts';
import type { Instance } from '../theia/instances.ts';
import { sessionOwners } from '../theia/owners.ts';
import { placePart } from '../theia/parts.ts';
import { appOf, claimedId, isLazy, phaseOf } from '../theia/session.ts';

export interface Claim {
  state: Extract<InstanceState, 'claimed' | 'claiming' | 'ending' | 'halfClaimed'>;
  session: string;
  reasons: Reason[];
}

const stateOf = {
  live: 'claimed',
  inFlight: 'claiming',
  ending: 'ending',
  failed: 'halfClaimed',
} as const satisfies Record<SessionPhase, Claim['state']>;

const order: readonly Claim['state'][] = ['claimed', 'claiming', 'ending', 'halfClaimed'];

/** Sessions of a snapshot, ready to be asked once an instance. */
export interface Sessions {
  seen: boolean;
  byUid: ReadonlyMap<string, KubeObject>;
  /** UIDs of Sessions that own a Service or Deployment of some instance. */
  owning: ReadonlySet<string>;
  /** Live eager Sessions by `app/id` that they name. */
  naming: ReadonlyMap<string, KubeObject>;
}

export function indexSessions(snapshot: Snapshot): Sessions {
  const sessions = snapshot.objects.Session;
  const owning = new Set<string>();
  for (const object of [...snapshot.objects.Service, ...snapshot.objects.Deployment]) {
    if (placePart(object) === undefined) continue;
    for (const owner of sessionOwners(object)) owning.add(owner.uid);
  }
  const naming = sessions.filter(
    (each) => phaseOf(each) === 'live' && !isLazy(each) && claimedId(each) !== undefined,
  );
  return {
    seen: snapshot.sight.Session === 'seen',
    byUid: new Map(sessions.map((each) => [each.metadata.uid, each])),
    owning,
    naming: new Map(naming.map((each) => [`${appOf(each)}/${claimedId(each)}`, each])),
  };
}

/**
 * Who has an instance, or undefined when it is free. A reference counts by name *and* uid: one to a Session that is gone
 * is cleared by the garbage collector (Kubernetes, Garbage Collection), the operator treats it as a claim until then.
 */
export function claimOf(instance: Instance, sessions: Sessions): Claim | undefined {
  const claims = references(instance).map(({ name, uid }) => judge(name, uid, sessions));
  const named = namingSession(instance, sessions);
  if (named !== undefined)
    claims.push({ state: stateOf[phaseOf(named)], session: named.metadata.name, reasons: [] });
  claims.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return claims[0];
}

function references(instance: Instance): { name: string; uid: string }[] {
  const byUid = new Map<string, { name: string; uid: string }>();
  for (const part of instance.parts) {
    for (const owner of sessionOwners(part.object))
      byUid.set(owner.uid, { name: owner.name, uid: owner.uid });
  }
  return [...byUid.values()];
}

function judge(name: string, uid: string, sessions: Sessions): Claim {
  if (!sessions.seen) return { state: 'claimed', session: name, reasons: [] };
  const session = sessions.byUid.get(uid);
  if (session === undefined || session.metadata.name !== name) {
    return { state: 'ending', session: name, reasons: [because('danglingSession', { session: name })] };
  }
  const phase = phaseOf(session);
  const status = String(session.status?.operatorStatus ?? '').slice(0, 40);
  const reason = {
    live: [],
    inFlight: [because('claimInFlight', { session: name })],
    ending: [because('sessionEnding', { session: name })],
    failed: [because('halfClaimed', { session: name, status })],
  } satisfies Record<SessionPhase, Reason[]>;
  return { state: stateOf[phase], session: name, reasons: reason[phase] };
}

/**
 * A live Session that names this instance although it owns no part of any: its parts are still its own. An AppDefinition
 * recreated under the same name makes new instances with the old ids (theia-cloud.md F10), so age decides.
 */
function namingSession(instance: Instance, sessions: Sessions): KubeObject | undefined {
  const session = sessions.naming.get(`${instance.appName}/${instance.id}`);
  if (session === undefined || sessions.owning.has(session.metadata.uid)) return undefined;
  const deployment = instance.parts.find((part) => part.kind === 'deployment');
  const made = deployment?.object.metadata.creationTimestamp ?? '';
  return made <= (session.metadata.creationTimestamp ?? '') ? session : undefined;
}
