import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import type { Clearance } from '../model/steps.ts';
import { holds, isOwnedBy } from '../theia/owners.ts';
import type { Kept } from './batch.ts';
import { closingHolds } from './close.ts';
import { completeClaims, liveSessions, unholdClaimed } from './guard.ts';
import type { PoolMemory } from './memory.ts';
import { secondLookMs } from './policy.ts';
import { freeInstances } from './targets.ts';

export interface GateView {
  gate?: NonNullable<PoolMemory['gate']>;
  clearance?: Clearance;
}

/**
 * The only maker of a {@link Clearance}: the gate whole in this look and in one at least 2 s before, on the same UIDs. A pass
 * that had listed before the gate closed does not see the holds (of 18 set 0.15 s into a pass 15 were lost), so one look is no proof.
 */
export function confirmGate(
  pool: PoolAssessment,
  assessment: Assessment,
  before: PoolMemory['gate'],
  kept: Kept,
): GateView {
  if (!isWhole(pool, assessment, kept)) return {};
  const uids = gateUids(pool, assessment);
  const same =
    before !== undefined &&
    before.uids.length === uids.length &&
    before.uids.every((uid, at) => uid === uids[at]);
  if (!same) return { gate: { at: assessment.now, uids } };
  if (assessment.now - before.at < secondLookMs) return { gate: before };
  return { gate: before, clearance: { firstLook: before.at, secondLook: assessment.now, uids } };
}

/** Nothing left to hold or to complete, nobody claiming or leaving. */
function isWhole(pool: PoolAssessment, assessment: Assessment, kept: Kept): boolean {
  return (
    closingHolds(pool, kept).length === 0 &&
    completeClaims(pool, assessment).length === 0 &&
    unholdClaimed(pool, assessment).length === 0 &&
    liveSessions(pool, assessment).every((session) => session.uncovered.length === 0) &&
    !assessment.inFlight.some((each) => each.app === pool.name)
  );
}

function gateUids(pool: PoolAssessment, assessment: Assessment): string[] {
  const held = freeInstances(pool)
    .flatMap((instance) => instance.parts)
    .filter((part) => holds(part.object).length > 0);
  const guarded = liveSessions(pool, assessment).flatMap((session) =>
    session.parts.filter((part) => isOwnedBy(part.object, session.uid)),
  );
  return [...held, ...guarded].map((part) => part.object.metadata.uid).sort();
}
