import type { PoolAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { annotations } from './labels.ts';
import { millis } from './time.ts';

const defaultDurationSeconds = 3600;

/** When a Lease of ours was last renewed, ms: without renewTime it counts from its creation (docs/architecture.md#leases). */
export function renewedAt(lease: KubeObject): number {
  return millis(lease.spec?.renewTime) || millis(lease.metadata.creationTimestamp);
}

/** Past its duration; without one it lasts 1 h. Kubernetes does nothing about it, every run does. */
export function isExpired(lease: KubeObject, now: number): boolean {
  const seconds = lease.spec?.leaseDurationSeconds;
  const lasts = Number.isInteger(seconds) ? seconds : defaultDurationSeconds;
  return renewedAt(lease) + lasts * 1000 < now;
}

/** How long a `guard --follow` vouches for its shields at a time, ms. */
export const followMs = 120_000;

/** Until when a `guard --follow` keeps the shields of this Lease up, ms; 0: nobody does. A time further ahead is nobody's. */
export function followedUntil({ metadata }: KubeObject, now: number): number {
  const until = millis(metadata.annotations?.[annotations.followed]);
  return until > now && until <= now + 2 * followMs ? until : 0;
}

/** Somebody keeps the shields of this pool up, and nothing but shields is held: its Lease is no gate. */
export function isFollowed({ gate, instances }: Pick<PoolAssessment, 'gate' | 'instances'>): boolean {
  return gate.followedUntil > 0 && instances.every(({ hold }) => hold === 'open' || hold === 'shielded');
}
