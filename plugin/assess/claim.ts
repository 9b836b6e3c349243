import { text } from '../model/foreign.ts';
import type { OwnerReference } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { InstanceState, SessionPhase } from '../model/states.ts';
import { sessionOwners } from '../theia/owners.ts';
import type { Instance } from '../theia/parts.ts';
import { phaseOf } from '../theia/session.ts';
import type { Sessions } from './sessions.ts';

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

/** Of several the first counts. */
const order: readonly Claim['state'][] = ['claimed', 'claiming', 'ending', 'halfClaimed'];

/**
 * Who has an instance, or undefined when it is free. A reference counts by name *and* uid: one to a Session that is gone
 * is cleared by the garbage collector (Kubernetes, Garbage Collection), the operator treats it as a claim until then.
 */
export function claimOf(instance: Instance, sessions: Sessions): Claim | undefined {
  const claims = references(instance).map(({ name, uid }) => judge(name, uid, sessions));
  const named = sessions.naming.get(instance);
  if (named !== undefined) claims.push({ state: 'claimed', session: named.metadata.name, reasons: [] });
  claims.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return claims[0];
}

/** Sessions that own any of its parts, each once. */
function references(instance: Instance): OwnerReference[] {
  const owners = instance.parts.flatMap((part) => sessionOwners(part.object));
  return [...new Map(owners.map((owner) => [owner.uid, owner])).values()];
}

function judge(name: string, uid: string, sessions: Sessions): Claim {
  if (!sessions.seen) return { state: 'claimed', session: name, reasons: [] };
  const session = sessions.byUid.get(uid);
  if (session === undefined || session.metadata.name !== name) {
    return { state: 'ending', session: name, reasons: [because('danglingSession', { session: name })] };
  }
  const phase = phaseOf(session);
  return {
    state: stateOf[phase],
    session: name,
    reasons: why(phase, name, text(session.status?.operatorStatus)),
  };
}

function why(phase: SessionPhase, session: string, status: string): Reason[] {
  switch (phase) {
    case 'live':
      return [];
    case 'inFlight':
      return [because('claimInFlight', { session })];
    case 'ending':
      return [because('sessionEnding', { session })];
    case 'failed':
      return [because('halfClaimed', { session, status: status.slice(0, 40) })];
  }
}
