import type { KubeObject } from '../../model/kube.ts';
import type { AppEvent } from '../../theia/reconcile/kinds.ts';
import { appEvent } from '../../theia/reconcile/pass.ts';
import type { Context } from './context.ts';
import type { Election } from './election.ts';
import { perform } from './perform.ts';
import { type Queue, queue } from './queue.ts';
import { type SessionDesk, sessionDesk } from './sessions.ts';
import { type SpecWatch, specWatch } from './spec-watch.ts';
import type { Timing } from './timing.ts';

/** One operator process, from its start to its end. */
export interface Life {
  /** Runs until the process has to end; rejects with the reason. */
  run(): Promise<never>;
  /** Takes no more events, finishes what it is at, gives the Lease back. */
  finish(): Promise<void>;
  isLeader(): boolean;
  /** Milliseconds since it last did anything, as leader with its watches up; 0 while it is at something. */
  quietFor(): number;
}

export function life(context: Context, contest: Election, timing: Timing): Life {
  const passes: Queue = queue();
  const desk: SessionDesk = sessionDesk(context);
  const watches = {
    apps: specWatch(context, 'AppDefinition'),
    workspaces: specWatch(context, 'Workspace'),
    sessions: specWatch(context, 'Session'),
  };
  const all: SpecWatch[] = Object.values(watches);
  let leading = false;
  let finishing = false;
  let busyUntil = context.now();

  /** All AppDefinitions share this one thread: passes run one after another (theia-cloud.md section 2). */
  function pass(event: AppEvent, app: KubeObject): Promise<void> {
    return passes.run(async () => {
      if (finishing) return;
      try {
        await perform(context, appEvent(context, event, app), queue());
      } catch (error) {
        await context.pause(0);
        context.log(`Error while handling app definitions: ${(error as Error).message}`);
      } finally {
        busyUntil = context.now();
      }
    });
  }

  async function work(): Promise<never> {
    await context.pause(timing.toWork);
    await watches.apps.first((app) => pass('ADDED', app));
    const apps = handled(watches.apps.follow((event, app) => void pass(event, app).catch(() => undefined)));
    await watches.workspaces.first(async () => undefined);
    const workspaces = handled(watches.workspaces.follow(() => undefined));
    const handle: SessionDesk['handle'] = (event, session) => {
      if (finishing) return;
      busyUntil = context.now();
      desk.handle(event, session);
    };
    await watches.sessions.first(async (session) => handle('ADDED', session));
    return Promise.race([apps, workspaces, watches.sessions.follow(handle), idle()]);
  }

  async function idle(): Promise<never> {
    for (;;) {
      await context.pause(60_000);
      if (all.some((watch) => context.now() - watch.lastActive() > timing.idleExit))
        throw new Error('a watch was idle for too long and is assumed to be disconnected');
    }
  }

  return {
    isLeader: () => leading,
    quietFor: () => {
      if (!leading || !all.every((watch) => watch.isUp())) return 0;
      if (passes.length() > 0 || desk.pending() > 0) busyUntil = context.now();
      return context.now() - busyUntil;
    },
    run: async () => {
      await context.pause(timing.toLeader);
      await contest.win();
      leading = true;
      context.log('Elected as new leader!');
      return Promise.race([contest.keep(), work()]);
    },
    finish: async () => {
      finishing = true;
      await passes.run(async () => undefined);
      await desk.done();
      if (leading) await contest.release();
    },
  };
}

/** Keeps a rejection that nobody waits for yet from ending the whole process. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
