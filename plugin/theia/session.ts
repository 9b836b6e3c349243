import type { KubeObject } from '../model/kube.ts';
import type { SessionPhase } from '../model/states.ts';
import { appName } from './app-definition.ts';
import { allowListKey, annotations, labels } from './labels.ts';

const inFlightStatuses: readonly unknown[] = ['HANDLING', 'NEW', '', undefined, null];

/** docs/architecture.md#live: live = HANDLED, HANDLING is in flight; one being deleted is ending, whatever its status. */
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

/** Longest value that Kubernetes takes for a label. */
const longest = 63;

/**
 * What a claim puts on the two Services, and a lazy start on everything it makes (docs/theia-cloud.md#labels).
 * `user` is an e-mail address in disguise: personal data, never in any output.
 */
export function sessionLabels(session: KubeObject, app: KubeObject): Record<string, string> {
  const user = userOf(session)
    .replaceAll('@', '_at_')
    .replaceAll(/[^a-zA-Z0-9]/g, '_');
  const cut = (text: string): string => text.slice(0, longest);
  return {
    'app.kubernetes.io/component': 'session',
    'app.kubernetes.io/part-of': 'theia-cloud',
    [labels.user]: cut(user),
    [labels.appDefinition]: cut(appName(app)),
    [labels.session]: cut(sessionName(session)),
    [labels.sessionUid]: session.metadata.uid,
  };
}

export function sessionName(session: KubeObject): string {
  return typeof session.spec?.name === 'string' && session.spec.name !== ''
    ? session.spec.name
    : session.metadata.name;
}

/** The addresses on an email ConfigMap, without blank lines. Personal data: compare, never print. */
export function allowList(emails: KubeObject): string[] {
  return (emails.data?.[allowListKey] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Right: exactly this session's user, as a claim writes it (docs/theia-cloud.md#names). */
export function admitsOnly(emails: KubeObject, user: string): boolean {
  const list = allowList(emails);
  return list.length === 1 && list[0]?.toLowerCase() === user.toLowerCase();
}
