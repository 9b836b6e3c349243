import type { KubeObject } from '../../model/kube.ts';
import { sessionAdded, sessionDeleted } from '../../theia/reconcile/session.ts';
import { type Context, Dead } from './context.ts';
import { perform } from './perform.ts';
import { queue } from './queue.ts';

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
  const claims = queue();
  const work = async (event: 'ADDED' | 'DELETED', session: KubeObject): Promise<void> => {
    try {
      const handle = event === 'ADDED' ? sessionAdded : sessionDeleted;
      await perform(context, handle(context, session), claims);
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
