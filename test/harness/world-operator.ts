import type { KubeObject } from '../../plugin/model/kube.ts';
import { leaderLease, operatorDeployment } from '../../plugin/theia/operator.ts';
import type { AppEvent, Operator } from '../../plugin/theia/reconcile/kinds.ts';
import { appEvent } from '../../plugin/theia/reconcile/pass.ts';
import { RequestFailed } from '../../plugin/theia/reconcile/requests.ts';
import { sessionAdded, sessionDeleted } from '../../plugin/theia/reconcile/session.ts';
import { stamp } from './world-objects.ts';
import type { Play, Process } from './world-play.ts';
import { perform } from './world-steps.ts';

export interface WorldOperator {
  /** Its process dies now and another leads after `downMs`. */
  kill(downMs: number): void;
  /** Nothing is queued and nothing is going on. */
  idle(): boolean;
}

/** An operator in the world: one pass thread, its first pass before the watch, sessions beside it (theia-cloud.md section 2). */
export function startOperator(play: Play, operator: Operator, deaf = false): WorldOperator {
  const { store } = play;
  const running = new Set<{ stop(): void }>();
  const queue: { event: AppEvent; app: KubeObject }[] = [];
  let life = 0;
  let watching = false;
  let busy = false;

  const spawn = (process: Process): void => {
    const handle = { stop: (): void => undefined };
    running.add(handle);
    handle.stop = play.spawn(tracked(process, handle)).stop;
  };

  function* tracked(process: Process, handle: { stop(): void }): Process {
    try {
      yield* process;
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
    }
    running.delete(handle);
  }

  /** A failure that is not logged ends the pass, not the thread. */
  function* passOf(event: AppEvent, app: KubeObject): Process {
    try {
      yield* perform(play, appEvent(operator, event, app));
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
    }
  }

  /** Works the queue off, one pass after the other, and ends; the next event starts it again. */
  function* thread(mine: number): Process {
    yield 20;
    for (let next = queue.shift(); next !== undefined && mine === life; next = queue.shift())
      yield* passOf(next.event, next.app);
    busy = false;
  }

  /** All AppDefinitions before the watch is up: what changes meanwhile is lost. */
  function* firstPass(mine: number): Process {
    for (const app of store.list('AppDefinition')) yield* passOf('ADDED', app);
    watching = true;
    busy = true;
    yield* thread(mine);
  }

  function* heartbeat(mine: number, since: number): Process {
    while (mine === life) {
      const spec = {
        holderIdentity: `operator-${mine}`,
        leaseDurationSeconds: 6,
        acquireTime: stamp(since),
        renewTime: stamp(store.now()),
      };
      const metadata = { name: leaderLease, uid: 'leader-uid', resourceVersion: '1' };
      store.put({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec });
      yield 1500;
    }
  }

  const restart = (): void => {
    life += 1;
    spawn(heartbeat(life, store.now()));
    for (const session of store.list('Session')) {
      spawn(perform(play, sessionAdded(operator, session)));
    }
    spawn(firstPass(life));
  };

  const kill = (downMs: number): void => {
    life += 1;
    for (const each of running) each.stop();
    running.clear();
    queue.length = 0;
    play.reserving = false;
    watching = false;
    busy = false;
    const mine = life;
    play.after(downMs, () => {
      if (mine === life) restart();
    });
  };

  store.onChange((before, after) => {
    const object = after ?? before;
    if (object?.kind === 'Deployment' && object.metadata.name === operatorDeployment) {
      if (
        before !== undefined &&
        after !== undefined &&
        before.metadata.generation !== after.metadata.generation
      )
        rollOver(play, after, kill);
    }
    if (!watching || deaf || object === undefined) return;
    if (object.kind === 'AppDefinition') {
      const event = before === undefined ? 'ADDED' : after === undefined ? 'DELETED' : 'MODIFIED';
      queue.push({ event, app: object });
      if (!busy) spawn(thread(life));
      busy = true;
    }
    if (object.kind === 'Session' && before === undefined)
      spawn(perform(play, sessionAdded(operator, object)));
    if (object.kind === 'Session' && after === undefined)
      spawn(perform(play, sessionDeleted(operator, object)));
  });
  life = 1;
  watching = true;
  spawn(heartbeat(life, store.now() - 600_000));
  return { kill, idle: () => watching && !busy && queue.length === 0 };
}

/** A rollout of the operator's Deployment: the old process ends, a new one leads some seconds later. */
function rollOver(play: Play, deployment: KubeObject, kill: (downMs: number) => void): void {
  const { generation } = deployment.metadata;
  const set = (status: object): void => {
    const found = play.store.get('Deployment', operatorDeployment);
    if (found !== undefined) play.store.put({ ...found, status });
  };
  play.after(50, () => {
    set({ observedGeneration: generation, replicas: 1, updatedReplicas: 0, readyReplicas: 1 });
    kill(4000);
  });
  play.after(2000, () =>
    set({ observedGeneration: generation, replicas: 1, updatedReplicas: 1, readyReplicas: 1 }),
  );
}
