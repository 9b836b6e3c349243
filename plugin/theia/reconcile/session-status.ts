import type { KubeObject } from '../../model/kube.ts';
import { edit, now, type Work } from './requests.ts';

type SessionStatus = 'HANDLING' | 'HANDLED' | 'ERROR' | 'INTERRUPTED';

/** Messages of failed sessions, as the operator words them (theia-cloud.md section 2 and F7). */
export const messages = {
  reserve: 'Failed to reserve prewarmed instance.',
  setup: 'Failed to complete session setup.',
  noApp: 'App Definition not found.',
  noRoute: 'HTTPRoute not available.',
  noCapacity: 'No prewarmed instance available.',
  maxInstances: 'Max instances reached.',
  maxSessions: 'Max sessions reached.',
  service: 'Failed to create service.',
  route: 'Failed to edit HTTPRoute.',
  interrupted: 'Handling was unexpectedly interrupted.',
  unexpected: 'Unexpected error.',
} as const;

/** A reason for a session to end in ERROR. */
export class SessionFailed extends Error {
  constructor(reason: keyof typeof messages) {
    super(messages[reason]);
    this.name = 'SessionFailed';
  }
}

/** Writes the session's status, with one of the operator's messages where there is something to say. */
export function* mark(session: KubeObject, operatorStatus: SessionStatus, operatorMessage?: string): Work {
  const lastActivity = operatorStatus === 'HANDLED' ? { lastActivity: Math.round(yield* now()) } : {};
  const status = {
    operatorStatus,
    ...(operatorMessage === undefined ? {} : { operatorMessage }),
    ...lastActivity,
  };
  yield* edit('Session', session.metadata.name, () => ({ status }), { subresource: 'status' });
}
