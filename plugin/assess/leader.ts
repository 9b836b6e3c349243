import { text } from '../model/foreign.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { leaderLease } from '../theia/operator.ts';
import { millis } from '../theia/time.ts';
import type { History } from './history.ts';

/**
 * The operator's Lease as the looks saw it: did the same holder renew it between two looks, and when was that last seen? A
 * renewal that was seen counts from the look that showed it: the holder's clock need not agree with the server's.
 */
export function watchLeader({ operator, now }: Snapshot, past: History | undefined): History['leader'] {
  const { lease } = operator;
  if (lease === undefined || lease.metadata.name !== leaderLease) return nobody;
  const holder = text(lease.spec?.holderIdentity);
  const renewed = millis(lease.spec?.renewTime);
  const before = past?.leader;
  if (holder === '' || before === undefined || before.holder !== holder) {
    return { holder, renewed, advanced: false, seenAt: Math.min(renewed, now) };
  }
  if (renewed > before.renewed) return { holder, renewed, advanced: true, seenAt: now };
  return { ...before, renewed };
}

const nobody: History['leader'] = { holder: '', renewed: 0, advanced: false, seenAt: 0 };
