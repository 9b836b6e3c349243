import type { Assessment, PoolAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { minInstances } from '../theia/app-definition.ts';
import { groupInstances, type Instance } from '../theia/instances.ts';
import { leasePrefix } from '../theia/owners.ts';
import { appOf, phaseOf } from '../theia/session.ts';
import { indexSessions } from './claim.ts';
import type { AssessOptions, Context } from './context.ts';
import type { History } from './history.ts';
import { assessOperator } from './operator.ts';
import { indexPods } from './pods.ts';
import { assessPool } from './pool.ts';
import { watchLeader } from './quiet.ts';
import { remember } from './remember.ts';
import { assessSession } from './session.ts';
import { indexSessionParts } from './session-parts.ts';

export interface Looked {
  assessment: Assessment;
  history: History;
}

/**
 * What one look says, with what was remembered. A function: same input, same output; never throws on any JSON that the
 * API could return. `ours`: uids that this run deleted since the look before.
 */
export function assess(
  snapshot: Snapshot,
  past: History | undefined,
  options: AssessOptions,
  ours: ReadonlySet<string> = new Set(),
): Looked {
  const operator = assessOperator(snapshot, watchLeader(snapshot, past));
  const history = remember(past, snapshot, operator, ours);
  const { objects } = snapshot;
  const all = [
    ...objects.Deployment,
    ...objects.Service,
    ...objects.ConfigMap,
    ...objects.PersistentVolumeClaim,
  ];
  const instances = groupInstances(all, objects.AppDefinition);
  const context: Context = {
    snapshot,
    operator,
    history,
    options,
    sessions: indexSessions(snapshot),
    pods: indexPods(snapshot),
  };
  const pools = selected(snapshot, instances, options).map((app) =>
    assessPool(app, poolOf(app, instances, snapshot), context),
  );
  const index = indexSessionParts(snapshot, instances);
  const names = new Set(pools.map((pool) => pool.name));
  const known = new Set(objects.AppDefinition.map((app) => app.metadata.name));
  const judged = objects.Session.filter((session) => {
    const app = appOf(session);
    return names.has(app) || (options.apps.length === 0 && !known.has(app));
  });
  return {
    history,
    assessment: {
      namespace: snapshot.namespace,
      now: snapshot.now,
      operator,
      pools,
      sessions: judged.map((session) => assessSession(session, index, context)),
      quietSince: history.quietSince,
      inFlight: objects.Session.flatMap((session) => {
        const phase = phaseOf(session);
        return phase === 'inFlight' || phase === 'ending'
          ? [{ session: session.metadata.name, app: appOf(session), phase }]
          : [];
      }),
      strayLeases: objects.Lease.filter((lease) => isStray(lease, known, options)),
      reasons: runReasons(pools, instances, snapshot, options),
    },
  };
}

function isStray(lease: KubeObject, known: ReadonlySet<string>, options: AssessOptions): boolean {
  const { name } = lease.metadata;
  if (!name.startsWith(leasePrefix)) return false;
  const app = name.slice(leasePrefix.length);
  return !known.has(app) && (options.apps.length === 0 || options.apps.includes(app));
}

/** All AppDefinitions that have a pool, or those named; a name that does not exist is refused before (exit 2). */
function selected(snapshot: Snapshot, instances: readonly Instance[], options: AssessOptions): KubeObject[] {
  return snapshot.objects.AppDefinition.filter((app) =>
    options.apps.length > 0
      ? options.apps.includes(app.metadata.name)
      : minInstances(app) > 0 || poolOf(app, instances, snapshot).length > 0,
  );
}

/** Its own instances, and those of a former AppDefinition of the same name (F10). */
function poolOf(app: KubeObject, instances: readonly Instance[], snapshot: Snapshot): Instance[] {
  const uids = new Set(snapshot.objects.AppDefinition.map((each) => each.metadata.uid));
  return instances.filter(
    (instance) =>
      instance.appUid === app.metadata.uid ||
      (instance.appName === app.metadata.name && !uids.has(instance.appUid)),
  );
}

function runReasons(
  pools: readonly PoolAssessment[],
  instances: readonly Instance[],
  snapshot: Snapshot,
  options: AssessOptions,
): Reason[] {
  const { sight } = snapshot;
  if (sight.AppDefinition !== 'seen') return [because('cannotJudge', { kind: 'AppDefinition' })];
  if (pools.length === 0 && options.apps.length === 0) {
    return [
      because('nothingSelected', { namespace: snapshot.namespace }),
      ...orphanPools(instances, snapshot),
    ];
  }
  if (snapshot.source === 'file' && sight.Deployment !== 'seen' && sight.Service !== 'seen') {
    return [because('cannotJudge', { kind: 'Deployment' })];
  }
  return options.apps.length === 0 ? orphanPools(instances, snapshot) : [];
}

/** Instances of an AppDefinition that is gone, name and all, and that no Session keeps. */
function orphanPools(instances: readonly Instance[], snapshot: Snapshot): Reason[] {
  const names = new Set(snapshot.objects.AppDefinition.map((app) => app.metadata.name));
  const sessions = indexSessions(snapshot);
  const left = instances.filter(
    (instance) =>
      instance.appName !== '' &&
      !names.has(instance.appName) &&
      !instance.parts.some((part) =>
        part.object.metadata.ownerReferences?.some((owner) => sessions.byUid.has(owner.uid)),
      ),
  );
  const apps = new Set(left.map((instance) => instance.appName));
  return [...apps].map((app) =>
    because('orphanPool', { app, instances: left.filter((instance) => instance.appName === app).length }),
  );
}
