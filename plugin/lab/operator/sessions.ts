import type { KubeObject } from '../../model/kube.ts';
import { annotations } from '../../theia/labels.ts';
import { appOf } from '../../theia/session.ts';
import { claimInstance } from './claim.ts';
import { type Context, Dead } from './context.ts';
import { startLazily } from './lazy.ts';
import { queue } from './queue.ts';
import { releaseInstance } from './release.ts';
import { mark, messages, SessionFailed } from './session-status.ts';
import { ownedRoute } from './shared-route.ts';

/** Sessions are handled beside the passes: one event after the other for each, all sessions at the same time. */
export interface SessionDesk {
  handle(event: 'ADDED' | 'MODIFIED' | 'DELETED', session: KubeObject): void;
  /** Sessions with events that are not done yet. */
  pending(): number;
  /** Resolves once all events taken so far are done. */
  done(): Promise<void>;
}

export function sessionDesk(context: Context): SessionDesk {
  const bySession = new Map<string, ReturnType<typeof queue>>();
  const taken = new Set<string>();
  const reservations = queue();
  const work = async (event: 'ADDED' | 'DELETED', session: KubeObject): Promise<void> => {
    try {
      if (event === 'ADDED') await added(context, session, reservations.run);
      else await deleted(context, session);
    } catch (error) {
      if (error instanceof Dead) return;
      context.log(`Error while handling session ${session.metadata.name}: ${(error as Error).message}`);
    }
  };
  return {
    handle: (event, session) => {
      const { uid } = session.metadata;
      // A session is listed first and then ADDED again by the watch: once is enough.
      if (event === 'MODIFIED' || (event === 'ADDED' && taken.has(uid))) return;
      taken.add(uid);
      const own = bySession.get(uid) ?? queue();
      bySession.set(uid, own);
      void own
        .run(() => work(event, session))
        .finally(() => {
          if (own.length() === 0) bySession.delete(uid);
        });
    },
    pending: () => bySession.size,
    done: async () => {
      await Promise.all([...bySession.values()].map((own) => own.run(async () => undefined)));
    },
  };
}

async function added(
  context: Context,
  session: KubeObject,
  oneAtATime: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const status: unknown = session.status?.operatorStatus ?? 'NEW';
  if (status === 'HANDLING') return mark(context, session, 'INTERRUPTED', messages.interrupted);
  if (status !== 'NEW' && status !== '') return;
  // Another operator may have been quicker: then this edit fails and the session is not ours.
  await mark(context, session, 'HANDLING');
  try {
    const app = await context.client.get('AppDefinition', appOf(session));
    if (app === undefined) throw new SessionFailed('noApp');
    const shared = await ownedRoute(context, app);
    if (shared === undefined) throw new SessionFailed('noRoute');
    if (context.eagerStart && (await claimInstance(context, session, app, shared, oneAtATime)))
      await mark(context, session, 'HANDLED');
    else if (context.kind === 'upstream' && context.eagerStart) throw new SessionFailed('noCapacity');
    else await startLazily(context, session, app, shared, context.eagerStart);
  } catch (error) {
    await context.pause(0);
    const known = error instanceof SessionFailed;
    context.log(`Session ${session.metadata.name}: ${(error as Error).message}`);
    await mark(context, session, 'ERROR', known ? error.message : messages.unexpected);
  }
}

/** A lazy session's objects are left to the garbage collector. */
async function deleted(context: Context, session: KubeObject): Promise<void> {
  const eager = session.metadata.annotations?.[annotations.startStrategy] === 'eager';
  if (!eager && context.kind !== 'upstream') return;
  const app = await context.client.get('AppDefinition', appOf(session));
  if (app === undefined) return;
  await releaseInstance(context, session, app);
}
