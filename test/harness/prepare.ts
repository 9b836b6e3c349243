import { appDefinition, installation, sessionObject } from './objects.ts';
import type { AppGiven, SessionGiven } from './scenario.ts';
import { type Stage, until } from './stage.ts';
import { ownersOf, viewOf } from './view.ts';

/** Brings the cluster to what the scenario starts from: operator, whole and ready pools, handled sessions, all quiet. */
export async function prepare(stage: Stage): Promise<void> {
  const { ground, given, operator } = stage;
  const { hands } = ground;
  await hands.create('HTTPRoute', installation.route);
  await hands.create('ConfigMap', installation.proxyConfig);
  await operator.start();
  await operator.whenQuiet();
  for (const app of given.apps) await hands.create('AppDefinition', appDefinition(app));
  await operator.whenQuiet();
  for (const app of given.apps) await untilReady(stage, app.name);
  for (const session of given.sessions ?? []) await startSession(stage, session, 'over');
  for (const app of given.apps) await untilReady(stage, app.name);
}

export async function createApp({ ground }: Stage, app: AppGiven): Promise<void> {
  await ground.hands.create('AppDefinition', appDefinition(app));
}

/** `handling`: the operator has taken it up; `over`: it is handled or failed. */
export async function startSession(
  stage: Stage,
  session: SessionGiven,
  until_: 'created' | 'handling' | 'over',
): Promise<void> {
  const { hands } = stage.ground;
  await hands.create('Session', sessionObject(session));
  const reached: string[] = { created: [], handling: ['HANDLING', ...over], over }[until_];
  if (reached.length === 0) return;
  await until(stage, `session ${session.name} ${until_}`, async () =>
    reached.includes((await hands.get('Session', session.name))?.status?.operatorStatus),
  );
}

const over = ['HANDLED', 'ERROR', 'INTERRUPTED'];

/** Every id has its Deployment, and every Deployment of the app its pod, Ready and of the newest template. */
export async function untilReady(stage: Stage, name: string): Promise<void> {
  const { ground, given } = stage;
  await until(
    stage,
    `the pool of ${name} ready`,
    async () => {
      const view = await viewOf(ground.hands);
      const app = view.apps.find(({ metadata }) => metadata.name === name);
      if (app === undefined) return false;
      const wanted = given.operator?.eagerStart === false ? 0 : (app.spec.minInstances ?? 0);
      const own = view.instances.filter(({ uid12 }) => app.metadata.uid.endsWith(uid12));
      const deployments = own.flatMap(({ parts }) =>
        parts.filter(({ object }) => object.kind === 'Deployment'),
      );
      const running = deployments.every(({ object }) => {
        const { observedGeneration, readyReplicas, updatedReplicas, replicas } = object.status ?? {};
        return (
          observedGeneration === object.metadata.generation &&
          readyReplicas === 1 &&
          updatedReplicas === 1 &&
          replicas === 1
        );
      });
      const ending = view.pods.some(
        (pod) => pod.metadata.deletionTimestamp !== undefined && ownersOf(pod, 'ReplicaSet').length > 0,
      );
      return running && !ending && deployments.filter(({ kind }) => kind === 'deployment').length >= wanted;
    },
    120,
  );
}
