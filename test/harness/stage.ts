import type { Report } from '../../plugin/model/report.ts';
import type { OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import type { ReleaseRun } from '../tools/releases.ts';
import type { Ground } from './ground.ts';
import type { IntactBaseline } from './judge.ts';
import type { SessionBaseline } from './judge-sessions.ts';
import { appDefinition, installation, sessionObject } from './objects.ts';
import { type OperatorSeat, operatorSeat } from './operator-seat.ts';
import type { AppGiven, Given, SessionGiven } from './scenario.ts';
import { ownersOf, poolNamed, viewOf } from './view.ts';
import type { Run, RunningProcess } from './warmgate.ts';

/** One scenario under way. */
export interface Stage {
  readonly ground: Ground;
  readonly kind: OperatorKind;
  readonly given: Given;
  readonly operator: OperatorSeat;
  readonly runs: Map<string, Run>;
  readonly releases: Map<string, ReleaseRun>;
  /** Sessions started by steps. */
  readonly started: Set<string>;
  /** Live sessions as they were when the first run that saw them began. */
  baseline: SessionBaseline[] | undefined;
  /** Instances as they were then. */
  instances: IntactBaseline | undefined;
  /** Runs that were started and not waited for. */
  readonly background: Map<string, RunningProcess>;
  /** A mark of the traffic at that moment. */
  mark: unknown;
  /** Runs that said 0 over a pool that was not converged, by the suite's own look right after them. */
  readonly wrong: string[];
  /** Bare lines of what happened, for whoever reads a failure. */
  readonly notes: string[];
}

export function newStage(ground: Ground, kind: OperatorKind, given: Given): Stage {
  return {
    ground,
    kind,
    given,
    operator: operatorSeat(ground, kind, given.operator),
    runs: new Map(),
    releases: new Map(),
    started: new Set(),
    baseline: undefined,
    instances: undefined,
    background: new Map(),
    mark: undefined,
    wrong: [],
    notes: [],
  };
}

/** Waits on the ground's clock until `probe` says true. Throws with `what` after `seconds`. */
export async function until(
  { ground }: Pick<Stage, 'ground'>,
  what: string,
  probe: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const deadline = ground.clock.now() + seconds * 1000;
  while (!(await probe())) {
    if (ground.clock.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await ground.clock.sleep(ground.name === 'lab' ? 300 : 150);
  }
}

/** Brings the cluster to what the scenario starts from: operator, whole and ready pools, handled sessions, all quiet. */
export async function prepare(stage: Stage): Promise<void> {
  const { ground, given, operator } = stage;
  const { hands } = ground;
  await hands.create('HTTPRoute', installation.route);
  await hands.create('ConfigMap', installation.proxyConfig);
  if (given.operator?.inRelease) return;
  await operator.start();
  await operator.whenQuiet();
  if (given.apps.length === 0) return;
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
      const pool = poolNamed(view, name);
      if (pool === undefined) return false;
      const wanted = given.operator?.eagerStart === false ? 0 : (pool.app.spec.minInstances ?? 0);
      const deployments = pool.instances.flatMap(({ parts }) =>
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

/** A run that printed a report. @throws Error with what it said instead */
export function reportedRun({ runs }: Stage, name: string): Run & { report: Report } {
  const run = runs.get(name);
  if (run?.report === undefined) throw new Error(`run ${name}: ${run?.stderr ?? 'there is none'}`);
  return { ...run, report: run.report };
}

/** How many nudges the run sent. */
export function nudgesOf(stage: Stage, name: string): number {
  const { actions } = reportedRun(stage, name).report;
  return actions.filter(({ step, result }) => step === 'nudge' && result === 'done').length;
}
