import type { KubeObject } from '../model/kube.ts';
import { millis } from './time.ts';

const defaultDurationSeconds = 3600;

/** When a Lease of ours was last renewed, ms: without renewTime it counts from its creation (design.md section 6). */
export function renewedAt(lease: KubeObject): number {
  return millis(lease.spec?.renewTime) || millis(lease.metadata.creationTimestamp);
}

/** Past its duration; without one it lasts 1 h. Kubernetes does nothing about it, every run does. */
export function isExpired(lease: KubeObject, now: number): boolean {
  const seconds = lease.spec?.leaseDurationSeconds;
  const lasts = Number.isInteger(seconds) ? seconds : defaultDurationSeconds;
  return renewedAt(lease) + lasts * 1000 < now;
}
