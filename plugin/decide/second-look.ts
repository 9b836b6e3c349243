import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import type { Clearance } from '../model/steps.ts';
import { isOwnedBy } from '../theia/owners.ts';
import type { Kept } from './batch.ts';
import { closingHolds } from './close.ts';
import { claimedParts, isGuarded, unholdClaimed } from './guard.ts';
import type { PoolMemory } from './memory.ts';
import { secondLookMs } from './policy.ts';
import { claimableInstances, isHeld } from './targets.ts';

export interface GateView {
  gate?: NonNullable<PoolMemory['gate']>;
  clearance?: Clearance;
}

/**
 * The only maker of a {@link Clearance}: the gate whole in this look and in one at least 2 s before, on the same UIDs. A pass
 * that had listed before the gate closed does not see the holds (of 18 set 0.15 s into a pass 15 were lost), so one look is no proof.
 * `busy`: a session is claiming or ending, and nothing is cleared until it has done.
 */
export function confirmGate(
  pool: PoolAssessment,
  assessment: Assessment,
  before: PoolMemory['gate'],
  { kept, busy }: { kept: Kept; busy: boolean },
): GateView {
  if (!isWhole(pool, assessment, kept)) return {};
  const uids = gateUids(pool, assessment);
  const same =
    before !== undefined &&
    before.uids.length === uids.length &&
    before.uids.every((uid, at) => uid === uids[at]);
  if (!same) return { gate: { at: assessment.now, uids } };
  if (busy || assessment.now - before.at < secondLookMs) return { gate: before };
  return { gate: before, clearance: { firstLook: before.at, secondLook: assessment.now, uids } };
}

/** Nothing left to hold or to complete. */
function isWhole(pool: PoolAssessment, assessment: Assessment, kept: Kept): boolean {
  return (
    closingHolds(pool, kept).length === 0 &&
    isGuarded(pool, assessment) &&
    unholdClaimed(pool, assessment).length === 0
  );
}

function gateUids(pool: PoolAssessment, assessment: Assessment): string[] {
  const held = claimableInstances(pool)
    .flatMap((instance) => instance.parts)
    .filter((part) => isHeld(pool, part));
  const guarded = claimedParts(pool, assessment)
    .filter(({ session, part }) => isOwnedBy(part.object, session.uid))
    .map(({ part }) => part);
  return [...held, ...guarded].map((part) => part.object.metadata.uid).sort();
}
