import type { KubeObject } from '../../model/kube.ts';
import { appOf, phaseOf } from '../../theia/session.ts';
import { type Acting, Refusal } from '../acting.ts';

/** How long one list of Sessions serves the holds of a burst, ms. A claim comes to the internal Service 0.12 s after it begins. */
const freshMs = 50;

/**
 * No Session of this AppDefinition is being claimed, by a list of Sessions that is younger than a claim takes to reach what is held.
 * The look that closed the gate is too old for that: of the sessions that started between it and the hold one in ten was met
 * between the operator's read and its patch, and failed for good (theia-cloud.md section 2, claim).
 */
export async function noClaimInFlight(app: string, acting: Acting): Promise<void> {
  const { cluster, clock, namespace } = acting;
  const { sessions: last } = acting;
  if (last === undefined || clock.now() - last.askedAt > freshMs) {
    const listed = cluster.list('Session', namespace).then(({ items }) => items);
    acting.sessions = { askedAt: clock.now(), listed };
  }
  const sessions: readonly KubeObject[] = (await acting.sessions?.listed) ?? [];
  if (sessions.some((session) => appOf(session) === app && phaseOf(session) === 'inFlight'))
    throw new Refusal('claimInFlight', 'moved');
}
