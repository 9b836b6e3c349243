import type { KubeObject } from '../../model/kube.ts';
import { appOf, phaseOf } from '../../theia/session.ts';
import { type Acting, Refusal } from '../acting.ts';

/** How old a list of Sessions may be when a hold relies on it, ms. A claim comes to the internal Service 0.12 s after it begins. */
const freshMs = 50;
/** A server or machine that is slower than that is slow for the operator too. */
const mostLists = 3;

/**
 * No Session of this AppDefinition is being claimed, by a list of Sessions that is younger than a claim takes to reach what is held.
 * The look that closed the gate is too old for that: of the sessions that started between it and the hold one in ten was met
 * between the operator's read and its patch, and failed for good (theia-cloud.md section 2, claim).
 */
export async function noClaimInFlight(app: string, acting: Acting): Promise<void> {
  const last = acting.sessions;
  const shared = last !== undefined && acting.clock.now() - last.askedAt <= freshMs ? last : ask(acting);
  acting.sessions = shared;
  const sessions = await shared.listed;
  if (sessions.some((session) => appOf(session) === app && phaseOf(session) === 'inFlight'))
    throw new Refusal('claimInFlight', 'moved');
}

/** A list that took too long to come says nothing about now, so it is asked for again. */
function ask({ cluster, clock, namespace }: Acting): NonNullable<Acting['sessions']> {
  const asked = { askedAt: clock.now(), listed: list() };
  return asked;

  async function list(): Promise<readonly KubeObject[]> {
    for (let left = mostLists; ; left -= 1) {
      const askedAt = clock.now();
      const { items } = await cluster.list('Session', namespace);
      asked.askedAt = askedAt;
      if (left === 1 || clock.now() - askedAt <= freshMs) return items;
    }
  }
}
