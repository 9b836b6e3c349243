import type { KubeObject } from '../model/kube.ts';
import type { SessionPhase } from '../model/states.ts';
import { annotations } from './labels.ts';

const inFlightStatuses: readonly unknown[] = ['HANDLING', 'NEW', '', undefined, null];

/** design.md section 3: live = HANDLED, HANDLING is in flight; one being deleted is ending, whatever its status. */
export function phaseOf(session: KubeObject): SessionPhase {
  if (session.metadata.deletionTimestamp !== undefined) return 'ending';
  const status = session.status?.operatorStatus;
  if (status === 'HANDLED') return 'live';
  return inFlightStatuses.includes(status) ? 'inFlight' : 'failed';
}

export function appOf(session: KubeObject): string {
  return typeof session.spec?.appDefinition === 'string' ? session.spec.appDefinition : '';
}

/** The one address that must be on the instance's allow-list. Personal data: never leaves a write to that ConfigMap. */
export function userOf(session: KubeObject): string {
  return typeof session.spec?.user === 'string' ? session.spec.user : '';
}

export function isLazy(session: KubeObject): boolean {
  return session.metadata.annotations?.[annotations.startStrategy]?.startsWith('lazy') === true;
}

export function claimedId(session: KubeObject): number | undefined {
  const text = session.metadata.annotations?.[annotations.instanceId];
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
