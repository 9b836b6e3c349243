import { inProcessConnection } from '../../plugin/lab/in-process.ts';
import { type OperatorPod, startOperatorPod } from '../../plugin/lab/operator/operator.ts';
import { createTasks } from '../../plugin/lab/operator/tasks.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { operatorDeployment } from '../../plugin/theia/operator.ts';
import type { Operator, OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import { usualSettings } from '../../plugin/theia/templates/subject.ts';
import type { WorldSpec } from './world.ts';
import { build, sharedRoute } from './world-build.ts';
import { namespace, objectOf, operatorProcess, sessionOf, worldStart } from './world-objects.ts';
import { type Play, startPlay } from './world-play.ts';
import { withPod } from './world-pods.ts';
import { finishClaim } from './world-sessions.ts';

/** A generated world that lives: time passes, the operator works, controllers collect and start pods. */
export interface Stage {
  play: Play;
  world: WorldSpec;
  /** Somebody starts a session of `app`. */
  session(name: string, app: string): void;
  /** Somebody installs an AppDefinition, with the route that it names where it is missing, as a chart does. */
  install(name: string, spec: Record<string, unknown>): void;
  /** Somebody writes to an AppDefinition, as a release does. */
  apply(app: string, change: (spec: Record<string, unknown>) => Record<string, unknown>): void;
  apps(): readonly KubeObject[];
}

/** `deaf`: the operator leads and does nothing. */
export function stageOf(
  world: WorldSpec,
  seed: number,
  { kind = 'ensure-on-added' as OperatorKind, deaf = false } = {},
): Stage {
  const play = startPlay(build(world).flatMap(withOperatorPod), seed);
  const { store } = play;
  operate(play, { ...operatorOf(world, kind), ...(deaf ? { eagerStart: false } : {}) });
  goOnWithSessions(play, operatorOf(world, kind));
  return {
    play,
    world,
    session(name, app) {
      store.create('Session', sessionOf(name, app, { phase: 'inFlight', made: store.now() }));
    },
    install(name, spec) {
      const route = objectOf('HTTPRoute', sharedRoute, '', { spec: { rules: [] } });
      if (store.get('HTTPRoute', sharedRoute) === undefined) store.create('HTTPRoute', route);
      const app = objectOf('AppDefinition', name, '', { spec: { name, ingressname: sharedRoute, ...spec } });
      store.create('AppDefinition', app);
    },
    apply(app, change) {
      const found = store.get('AppDefinition', app);
      if (found !== undefined) store.replace({ ...found, spec: change(found.spec) }, 'helm');
    },
    apps: () => store.list('AppDefinition'),
  };
}

function withOperatorPod(object: KubeObject): KubeObject[] {
  const isIt = object.kind === 'Deployment' && object.metadata.name === operatorDeployment;
  return isIt ? withPod(object, 'ready', worldStart - 600_000) : [object];
}

function operatorOf({ keycloak, operator }: WorldSpec, kind: OperatorKind): Operator {
  const settings = { ...usualSettings, keycloak };
  return { kind, settings, eagerStart: operator !== 'noEagerStart', sessionsPerUser: undefined };
}

/** A process for each pod of the operator, from its start to its deletion; the first one has led for a long time. */
function operate({ store, clock, between }: Play, operator: Operator): void {
  const { cluster } = store;
  const pods = new Map<string, OperatorPod>();
  const start = (pod: KubeObject, first: boolean): void => {
    const resourceVersion = String(store.version());
    const options = {
      ...operator,
      keycloak: operator.settings.keycloak,
      sessionsPerUser: undefined as never,
      server: () => inProcessConnection(cluster, namespace),
      namespace,
      clock,
      pace: () => between(20, 110),
      timing: { retryPeriod: 2000 },
      ...(first ? { atWork: { identity: operatorProcess, objects: store.all(), resourceVersion } } : {}),
    };
    pods.set(pod.metadata.uid, startOperatorPod(options));
  };
  const note = (pod: KubeObject, gone: boolean, first = false): void => {
    const { uid, deletionTimestamp, labels } = pod.metadata;
    if (pod.kind !== 'Pod' || labels?.app !== 'operator') return;
    if (gone || deletionTimestamp !== undefined) {
      void pods.get(uid)?.stop();
      pods.delete(uid);
    } else if (!pods.has(uid) && pod.spec?.nodeName !== undefined) start(pod, first);
  };
  for (const pod of store.list('Pod')) note(pod, false, true);
  cluster.store.subscribe(({ object, type }) => note(object, type === 'DELETED'));
}

/** Sessions that were going when the world began are gone soon, claims that were half way go on. */
function goOnWithSessions({ store, clock, between, after }: Play, operator: Operator): void {
  const connection = inProcessConnection(store.cluster, namespace);
  const tasks = createTasks({ connection, clock, pace: () => between(20, 110), log: () => undefined });
  for (const session of store.list('Session')) {
    const { name, deletionTimestamp } = session.metadata;
    if (deletionTimestamp !== undefined) after(between(500, 4000), () => store.remove('Session', name));
    else if (session.status?.operatorStatus === 'HANDLING')
      after(between(100, 3000), () => tasks.start(finishClaim(operator, session), () => undefined));
  }
}
