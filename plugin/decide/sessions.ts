import type { Assessment, PoolAssessment, SessionAssessment } from '../model/assessment.ts';
import type { Part } from '../model/parts.ts';
import type { WriteStep } from '../model/steps.ts';
import { holds, isOwnedBy, sessionOwners } from '../theia/owners.ts';
import { userOf } from '../theia/session.ts';
import { isTerminating, onPart, targetOf } from './targets.ts';

/** A part of a live session's instance, and that session. */
export interface Claimed {
  session: SessionAssessment;
  id: number;
  part: Part;
}

/**
 * Everything that live sessions which started eagerly have, owned or not: what a pass could take (docs/theia-cloud.md#f2 to #f4).
 * An instance counts too that a session names without owning any of it, or whose parts it owns beside those of another.
 */
export function claimedParts(pool: PoolAssessment, assessment: Assessment): Claimed[] {
  const live = assessment.sessions.filter((each) => each.phase === 'live' && each.app === pool.name);
  const own = live
    .filter((session) => session.start === 'eager')
    .flatMap((session) => session.parts.map((part) => ({ session, id: session.instanceId ?? 0, part })));
  const named = pool.instances.flatMap(({ state, id, session: name, parts }) => {
    const session = state === 'claimed' ? live.find((each) => each.name === name) : undefined;
    return session === undefined ? [] : parts.map((part) => ({ session, id, part }));
  });
  return [...new Map([...named, ...own].map((each) => [each.part.object.metadata.uid, each])).values()];
}

/**
 * Completes the claims of live sessions: the Session becomes owner of every part of its instance (docs/theia-cloud.md#lever-2). Not where another
 * Session owns some of it, perhaps one that is claiming it at this moment.
 */
export function completeClaims(pool: PoolAssessment, assessment: Assessment): WriteStep[] {
  return uncovered(pool, assessment)
    .filter(({ session, part }) => !isTerminating(part) && !isShared(session))
    .map(complete);
}

/** Every live session owns every part that it has. */
export function isGuarded(pool: PoolAssessment, assessment: Assessment): boolean {
  const known = new Set(claimedParts(pool, assessment).map(({ part }) => part.object.metadata.uid));
  const claimed = pool.instances.filter(({ state }) => state === 'claimed').flatMap(({ parts }) => parts);
  return (
    uncovered(pool, assessment).length === 0 && claimed.every(({ object }) => known.has(object.metadata.uid))
  );
}

function uncovered(pool: PoolAssessment, assessment: Assessment): Claimed[] {
  return claimedParts(pool, assessment).filter(({ session, part }) => !isOwnedBy(part.object, session.uid));
}

/** Claims of what our hold is on: once that goes, nobody else may keep the part from the garbage collector. */
export function completeHeld(pool: PoolAssessment, assessment: Assessment): WriteStep[] {
  return uncovered(pool, assessment)
    .filter(
      ({ session, part }) => !isTerminating(part) && !isShared(session) && holds(part.object).length > 0,
    )
    .map(complete);
}

export function complete({ session, id, part }: Claimed): WriteStep {
  return { step: 'complete', app: session.app, session: targetOf(session.object), id, on: onPart(part) };
}

/** Writes the session's own user back to an allow-list that lost it. */
export function mendLists(assessment: Assessment): WriteStep[] {
  return assessment.sessions
    .filter((each) => each.phase === 'live' && each.allowList === 'wrong' && userOf(each.object) !== '')
    .filter((each) => !isShared(each))
    .flatMap((session) =>
      session.parts
        .filter((part) => part.kind === 'emailConfigMap' && !isTerminating(part))
        .map((part) => ({
          step: 'mend' as const,
          app: session.app,
          session: targetOf(session.object),
          id: session.instanceId ?? 0,
          on: onPart(part),
        })),
    );
}

/** Another Session owns something of its instance: whose it is, is not for us to say. */
function isShared(session: SessionAssessment): boolean {
  return session.parts.some((part) => sessionOwners(part.object).some(({ uid }) => uid !== session.uid));
}

/** A hold beside a live Session's reference comes off, once that Session owns the part (docs/architecture.md#gate-rules). */
export function unholdClaimed(pool: PoolAssessment, assessment: Assessment): WriteStep[] {
  return claimedParts(pool, assessment)
    .filter(({ session, part }) => holds(part.object).length > 0 && isOwnedBy(part.object, session.uid))
    .map(({ id, part }) => ({ step: 'unhold' as const, app: pool.name, id, on: onPart(part) }));
}

/** Sessions whose claim or release concerns this pool now, and those that are gone and not yet collected. */
export function busySessions(pool: PoolAssessment, assessment: Assessment): string[] {
  const known = assessment.inFlight.filter((each) => each.app === pool.name).map((each) => each.session);
  const owning = pool.instances
    .filter((each) => each.appUid === pool.uid && (each.state === 'claiming' || each.state === 'ending'))
    .map((each) => each.session ?? '');
  return [...new Set([...known, ...owning])];
}
