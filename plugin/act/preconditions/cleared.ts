import type { Clearance } from '../../model/steps.ts';
import { Refusal } from '../acting.ts';

/** Longest time between the second look and the nudge it cleared: the gate was seen, not imagined. */
export const clearanceLastsMs = 10_000;

/** theia-cloud.md lever 6 (e): two looks at least 2 s apart, and the second one recent. */
export function cleared(clearance: Clearance, now: number): void {
  if (clearance.secondLook - clearance.firstLook < 2000) throw new Refusal('oneLook');
  if (now - clearance.secondLook > clearanceLastsMs) throw new Refusal('clearanceTooOld', 'moved');
}
