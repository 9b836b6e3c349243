import type { Assessment, PoolAssessment, SessionAssessment } from '../model/assessment.ts';
import type { WriteStep } from '../model/steps.ts';
import { holds, isOwnedBy } from '../theia/owners.ts';
import { isTerminating, onPart, targetOf } from './targets.ts';

/** Live sessions of a pool that started eagerly: those whose parts a pass could take (theia-cloud.md F2 to F4). */
export function liveSessions(pool: PoolAssessment, assessment: Assessment): SessionAssessment[] {
  return assessment.sessions.filter(
    (each) =>
      each.app === pool.name &&
      each.phase === 'live' &&
      each.start === 'eager' &&
      each.instanceId !== undefined,
  );
}

/** Completes the claims of live sessions: the Session becomes owner of every part of its instance (lever 2). */
export function completeClaims(pool: PoolAssessment, assessment: Assessment): WriteStep[] {
  return liveSessions(pool, assessment).flatMap((session) =>
    session.uncovered
      .filter((part) => !isTerminating(part))
      .map((part) => ({
        step: 'complete' as const,
        app: pool.name,
        session: targetOf(session.object),
        id: session.instanceId ?? 0,
        on: onPart(part),
      })),
  );
}

/** Writes the session's own user back to an allow-list that lost it. */
export function mendLists(assessment: Assessment): WriteStep[] {
  return assessment.sessions
    .filter((each) => each.phase === 'live' && each.allowList === 'wrong')
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

/** A hold beside a live Session's reference comes off, once that Session owns the part (design.md section 6). */
export function unholdClaimed(pool: PoolAssessment, assessment: Assessment): WriteStep[] {
  return liveSessions(pool, assessment).flatMap((session) =>
    session.parts
      .filter((part) => holds(part.object).length > 0 && isOwnedBy(part.object, session.uid))
      .map((part) => ({
        step: 'unhold' as const,
        app: pool.name,
        id: session.instanceId ?? 0,
        on: onPart(part),
      })),
  );
}
