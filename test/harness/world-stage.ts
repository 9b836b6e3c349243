import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Operator, OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import { usualSettings } from '../../plugin/theia/templates/settings.ts';
import type { WorldSpec } from './world.ts';
import { build, sharedRoute } from './world-build.ts';
import { startMachine } from './world-machine.ts';
import { objectOf, sessionOf, worldStart } from './world-objects.ts';
import { startOperator, type WorldOperator } from './world-operator.ts';
import { type Play, startPlay } from './world-play.ts';
import { finishClaim } from './world-sessions.ts';
import { perform } from './world-steps.ts';
import { worldStore } from './world-store.ts';

/** A generated world that lives: time passes, the operator works, the machine collects and starts pods. */
export interface Stage {
  play: Play;
  operator: WorldOperator;
  world: WorldSpec;
  /** Somebody starts a session of `app`. */
  session(name: string, app: string): void;
  /** Somebody installs an AppDefinition, with the route that it names where it is missing, as a chart does. */
  install(name: string, spec: Record<string, unknown>): void;
  /** Somebody writes to an AppDefinition, as a release does. */
  apply(app: string, change: (spec: Record<string, unknown>) => Record<string, unknown>): void;
  apps(): KubeObject[];
}

export function stageOf(
  world: WorldSpec,
  seed: number,
  { kind = 'ensure-on-added' as OperatorKind, deaf = false } = {},
): Stage {
  const store = worldStore(build(world), worldStart);
  const play = startPlay(store, seed);
  startMachine(play);
  const settings = { ...usualSettings, keycloak: world.keycloak };
  const options: Operator = { kind, settings, eagerStart: true, sessionsPerUser: undefined };
  const operator = startOperator(play, options, deaf);
  for (const session of store.list('Session')) {
    const { name, deletionTimestamp } = session.metadata;
    if (deletionTimestamp !== undefined)
      play.after(play.between(500, 4000), () => store.remove('Session', name));
    else if (session.status?.operatorStatus === 'HANDLING')
      play.after(
        play.between(100, 3000),
        () => void play.spawn(perform(play, finishClaim(options, session))),
      );
  }
  return {
    play,
    operator,
    world,
    session(name, app) {
      const made = sessionOf(name, app, { phase: 'inFlight', made: store.now() });
      store.create('Session', { ...made, status: { operatorStatus: 'NEW' } });
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
