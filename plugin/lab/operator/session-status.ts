import type { KubeObject } from '../../model/kube.ts';
import type { Context } from './context.ts';
import { edit } from './edits.ts';

export type SessionStatus = 'HANDLING' | 'HANDLED' | 'ERROR' | 'INTERRUPTED';

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

export async function mark(
  context: Context,
  session: KubeObject,
  operatorStatus: SessionStatus,
  operatorMessage?: string,
): Promise<void> {
  await edit(
    context,
    'Session',
    session.metadata.name,
    () => ({
      status: {
        operatorStatus,
        ...(operatorMessage === undefined ? {} : { operatorMessage }),
        ...(operatorStatus === 'HANDLED' ? { lastActivity: Math.round(context.now()) } : {}),
      },
    }),
    'status',
  );
}
