import type { Assessment, SessionAssessment } from '../model/assessment.ts';
import { isRecord } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { fill } from '../model/sentence.ts';
import { clean } from '../text/clean.ts';
import { imageOf, minInstances } from '../theia/app-definition.ts';
import { operatorDeployment } from '../theia/operator.ts';
import { owners, referenceTo } from '../theia/owners.ts';
import { groupInstances, type Instance } from '../theia/parts.ts';
import { indexed, losses, plannedInstances } from './fates.ts';
import { notesOf } from './notes.ts';
import { type AppPass, desires, type Passes, passes } from './passes.ts';
import type { Plan, PlannedPool, PlannedSession, Situation } from './plan.ts';

type Origin = Pick<Plan, 'version' | 'source' | 'server'>;

/** What the operator would do with the manifests, and what of it guard would keep from live sessions. */
export function buildPlan(situation: Situation, origin: Origin): Plan {
  const { assessment, objects, manifests, apps } = situation;
  const { operator, namespace } = assessment;
  const desired = desires(situation);
  const bare = passes(desired, objects, assessment);
  const behind = passes(desired, guarded(objects, assessment), assessment);
  const instances = groupInstances(objects, apps);
  const pools = bare.apps.map((each) => plannedPool(each, instances, assessment));
  const sessions = plannedSessions(assessment, bare, behind);
  const restarts = restartsOperator(manifests, operator.deployment, operator.namespace);
  return {
    apiVersion: 'warmgate/v1',
    kind: 'Plan',
    ...origin,
    namespace,
    operator: { kind: operator.kind, eagerStart: operator.eagerStart, keycloak: operator.keycloak, restarts },
    verdict: verdictOf(pools, sessions),
    pools,
    sessions,
    notes: notesOf(situation, pools, restarts),
  };
}

function plannedPool(
  { change, app, live, fields, steps }: AppPass,
  all: readonly Instance[],
  assessment: Assessment,
): PlannedPool {
  const { name, uid } = app.metadata;
  const own = live === undefined ? [] : all.filter(({ appUid }) => appUid === uid);
  const holders = new Map(
    assessment.pools
      .find((pool) => pool.uid === uid)
      ?.instances.flatMap(({ id, session }) => (session === undefined ? [] : [[id, session] as const])),
  );
  const gone = change === 'deleted';
  return {
    app: name,
    change,
    generation: [live?.metadata.generation ?? 0, gone ? 0 : (app.metadata.generation ?? 0)],
    image: [imageIn(live), gone ? '' : imageIn(app)],
    minInstances: [live === undefined ? 0 : minInstances(live), gone ? 0 : minInstances(app)],
    fields: fields.map((field) => clean(field)),
    instances: plannedInstances(own, steps, holders),
  };
}

function imageIn(app: AppPass['live']): string {
  return app === undefined ? '' : clean(imageOf(app) ?? '');
}

/** Live sessions that the bare pass takes something from. */
function plannedSessions({ sessions }: Assessment, bare: Passes, behind: Passes): PlannedSession[] {
  const after = indexed(bare.after);
  const afterGuard = indexed(behind.after);
  return sessions.filter(isLive).flatMap(({ name, app, instanceId, parts }) => {
    const loses = losses(parts, after);
    if (loses.length === 0) return [];
    return [{ name, app, instance: instanceId ?? 0, loses, withGuard: losses(parts, afterGuard) }];
  });
}

function isLive({ phase }: SessionAssessment): boolean {
  return phase === 'live';
}

function verdictOf(pools: readonly PlannedPool[], sessions: readonly PlannedSession[]): string {
  const changes = pools.filter(({ change }) => change !== 'none').length;
  if (changes === 0) return 'no AppDefinition changes';
  const of = (...fates: string[]): number =>
    pools.flatMap(({ instances }) => instances).filter(({ fate }) => fates.includes(fate)).length;
  return fill(
    '{changes AppDefinition changes|AppDefinitions change}: {renewed instance|instances} renewed, {made} created, {kept} kept, ' +
      '{deleted} deleted[, {other} changed otherwise]; {sessions live session|live sessions} at risk[, {left} with guard]',
    {
      changes,
      renewed: of('renewed', 'partly'),
      made: of('made'),
      kept: of('kept'),
      deleted: of('deleted'),
      other: of('mended', 'damaged', 'released') || '',
      sessions: sessions.length,
      left: sessions.length === 0 ? '' : sessions.filter(({ withGuard }) => withGuard.length > 0).length,
    },
  );
}

/**
 * The objects as guard leaves them to live sessions: every part of an instance owned by its Session too (docs/theia-cloud.md#lever-2).
 * Its holds on free instances take nothing from a session and are left out.
 */
function guarded(objects: readonly KubeObject[], { sessions }: Assessment): KubeObject[] {
  const claims = new Map(
    sessions
      .filter(({ phase, start }) => phase === 'live' && start === 'eager')
      .flatMap(({ uncovered, object }) =>
        uncovered.map(({ object: part }) => [part.metadata.uid, referenceTo(object)] as const),
      ),
  );
  return objects.map((object) => {
    const claim = claims.get(object.metadata.uid);
    if (claim === undefined) return object;
    return { ...object, metadata: { ...object.metadata, ownerReferences: [...owners(object), claim] } };
  });
}

/** Whether the manifests change the pod template of the operator's Deployment; false without a live one to compare with. */
export function restartsOperator(
  manifests: readonly KubeObject[],
  live: KubeObject | undefined,
  namespace: string,
): boolean {
  if (live === undefined) return false;
  return manifests.some(
    ({ kind, metadata, spec }) =>
      kind === 'Deployment' &&
      (metadata.namespace ?? namespace) === namespace &&
      (metadata.name === live.metadata.name || metadata.name === operatorDeployment) &&
      !covers(live.spec?.template, spec?.template),
  );
}

/** Whether `found` holds all that is wanted; the API server adds defaults beside it. */
function covers(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      found.length === wanted.length &&
      wanted.every((each, at) => covers(found[at], each))
    );
  }
  if (isRecord(wanted)) {
    return isRecord(found) && Object.entries(wanted).every(([key, value]) => covers(found[key], value));
  }
  return wanted === undefined || wanted === null || wanted === found;
}
