import { randomUUID } from 'node:crypto';
import type { KubeObject } from '../../model/kube.ts';
import type { AppEvent, Operator } from '../../theia/reconcile/kinds.ts';
import { appEvent } from '../../theia/reconcile/pass.ts';
import { log, pauseMs, type Work } from '../../theia/reconcile/requests.ts';
import { sessionAdded, sessionDeleted } from '../../theia/reconcile/session.ts';
import { type ElectionTiming, giveBack, keep, win } from './election.ts';
import { createTasks, type TaskOptions } from './tasks.ts';
import { type ObjectEvent, type ObjectWatch, objectWatch } from './watches.ts';

/** Milliseconds of the operator's clock. */
export interface Timing extends ElectionTiming {
  /** From the start of the process to its first try for the Lease. */
  toLeader: number;
  /** From leader to the start of its work. */
  toWork: number;
  /** From the end of a process to the start of the container's next one. */
  restart: number;
  /** A watch without any event this long ends the process. */
  idleExit: number;
}

/** By the chart (docs/theia-cloud.md#leader-election). */
export const usualTiming: Timing = {
  toLeader: 4000,
  toWork: 1000,
  leaseDuration: 6000,
  renewDeadline: 4000,
  retryPeriod: 1000,
  restart: 1000,
  idleExit: 3_600_000,
};

/** One operator process, from its start to its end. */
export interface Process {
  isLeader(): boolean;
  /** Milliseconds since it last did anything, as leader with its watches up; 0 while it is at something. */
  quietFor(): number;
  /** Takes no more events, finishes what it is at, gives the Lease back; then calls back. */
  finish(done: () => void): void;
  /** Like SIGKILL: from this moment on not one request is sent, whatever is under way. */
  kill(): void;
}

/** What a process knows that has led for a long time: objects seen, and the resourceVersion from which it follows them. */
export interface AtWork {
  /** Its name in the Lease. */
  readonly identity: string;
  readonly objects: readonly KubeObject[];
  readonly resourceVersion: string;
}

/**
 * Starts one; it ends by itself when it has to, never before this returns, and says why.
 * `atWork`: it begins as leader with its watches up instead.
 */
export function startProcess(
  operator: Operator,
  options: TaskOptions,
  timing: Timing,
  ended: (reason: string) => void,
  atWork?: AtWork,
): Process {
  const { clock, connection } = options;
  const identity = atWork?.identity ?? randomUUID();
  const tasks = createTasks(options);
  const apps = objectWatch(options, 'AppDefinition');
  const workspaces = objectWatch(options, 'Workspace');
  const sessions = objectWatch(options, 'Session');
  const all: ObjectWatch[] = [apps, workspaces, sessions];
  const passes: { event: AppEvent; app: KubeObject }[] = [];
  const bySession = new Map<string, Work[]>();
  const taken = new Set<string>();
  let leading = false;
  let finishing = false;
  let passing = false;
  let threadRuns = false;
  let dead = false;
  let busyUntil = clock.now();

  const kill = (): void => {
    dead = true;
    tasks.stop();
    connection.close();
  };
  const end = (reason: string): void => {
    if (dead) return;
    kill();
    ended(reason);
  };
  /** A part of the process whose failure is the end of it. */
  const vital = (work: Work): void =>
    tasks.start(work, (outcome) => {
      if ('error' in outcome) end((outcome.error as Error).message);
    });

  function* pass(event: AppEvent, app: KubeObject): Work {
    if (finishing) return;
    passing = true;
    try {
      yield* appEvent(operator, event, app);
    } catch (error) {
      yield* log(`Error while handling app definitions: ${(error as Error).message}`);
    }
    passing = false;
    busyUntil = clock.now();
  }

  /** All AppDefinitions share this one thread: passes run one after another (docs/theia-cloud.md#reconcile). */
  function* passThread(): Work {
    for (let next = passes.shift(); next !== undefined; next = passes.shift())
      yield* pass(next.event, next.app);
  }

  function appChanged(event: AppEvent, app: KubeObject): void {
    passes.push({ event, app });
    if (threadRuns) return;
    threadRuns = true;
    tasks.start(passThread(), () => {
      threadRuns = false;
    });
  }

  /** Sessions are handled beside the passes: one event after the other for each, all sessions at the same time. */
  function sessionChanged(event: ObjectEvent, session: KubeObject): void {
    if (finishing) return;
    busyUntil = clock.now();
    const { uid, name } = session.metadata;
    // A session is listed first and then ADDED again by the watch: once is enough.
    if (event === 'MODIFIED' || (event === 'ADDED' && taken.has(uid))) return;
    taken.add(uid);
    const work = (event === 'ADDED' ? sessionAdded : sessionDeleted)(operator, session);
    const queued = bySession.get(uid);
    if (queued !== undefined) {
      queued.push(work);
      return;
    }
    const queue = [work];
    bySession.set(uid, queue);
    tasks.start(sessionThread(name, queue), () => bySession.delete(uid));
  }

  function* sessionThread(name: string, queue: Work[]): Work {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      try {
        yield* next;
      } catch (error) {
        yield* log(`Error while handling session ${name}: ${(error as Error).message}`);
      }
      busyUntil = clock.now();
    }
  }

  function* start(): Work {
    yield* pauseMs(timing.toLeader);
    yield* win(identity, timing);
    leading = true;
    yield* log('Elected as new leader!');
    vital(keep(identity, timing));
    yield* pauseMs(timing.toWork);
    for (const app of yield* apps.first()) yield* pass('ADDED', app);
    apps.follow(appChanged, end);
    yield* workspaces.first();
    workspaces.follow(() => undefined, end);
    for (const session of yield* sessions.first()) sessionChanged('ADDED', session);
    sessions.follow(sessionChanged, end);
  }

  function goOn({ objects, resourceVersion }: AtWork): void {
    const of = (kind: string): KubeObject[] => objects.filter((object) => object.kind === kind);
    for (const session of of('Session')) taken.add(session.metadata.uid);
    apps.resume(of('AppDefinition'), resourceVersion);
    workspaces.resume([], resourceVersion);
    sessions.resume(of('Session'), resourceVersion);
    apps.follow(appChanged, end);
    workspaces.follow(() => undefined, end);
    sessions.follow(sessionChanged, end);
  }

  /** Without any event for a long time a watch is taken for disconnected. */
  function* idle(): Work {
    for (;;) {
      yield* pauseMs(60_000);
      if (all.some((watch) => watch.isUp() && clock.now() - watch.lastActive() > timing.idleExit))
        throw new Error('a watch was idle for too long and is assumed to be disconnected');
    }
  }

  const isBusy = (): boolean => passing || threadRuns || bySession.size > 0;

  function* finishWork(): Work {
    while (isBusy()) yield* pauseMs(20);
    if (leading) yield* giveBack(identity);
  }

  if (atWork === undefined) vital(start());
  else {
    vital(
      (function* () {
        yield* win(identity, timing);
        leading = true;
        yield* keep(identity, timing);
      })(),
    );
    goOn(atWork);
  }
  vital(idle());
  return {
    kill,
    isLeader: () => leading && !dead,
    quietFor: () => {
      if (!leading || dead || !all.every((watch) => watch.isUp())) return 0;
      if (isBusy()) busyUntil = clock.now();
      return clock.now() - busyUntil;
    },
    finish: (done) => {
      finishing = true;
      tasks.start(finishWork(), done);
    },
  };
}
