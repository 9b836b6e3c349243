import type { Assessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { minInstances } from '../theia/app-definition.ts';
import type { Instance } from '../theia/parts.ts';
import { appOf, phaseOf } from '../theia/session.ts';
import type { AssessOptions, Context } from './context.ts';
import type { History } from './history.ts';
import { assessOperator, watchLeader } from './operator.ts';
import { assessPool } from './pool.ts';
import { remember } from './remember.ts';
import { runReasons, strayLeases } from './run-reasons.ts';
import { assessSession } from './session.ts';
import { poolsOf, survey } from './survey.ts';

export interface Looked {
  assessment: Assessment;
  history: History;
}

/**
 * What one look says, with what was remembered. A function: same input, same output; never throws, whatever JSON the objects
 * are. `ours`: uids that this run deleted since the look before.
 */
export function assess(
  look: Snapshot,
  past: History | undefined,
  options: AssessOptions,
  ours: ReadonlySet<string> = new Set(),
): Looked {
  const seen = survey(look);
  const leader = watchLeader(seen.snapshot, past);
  const operator = assessOperator(seen.snapshot, leader);
  const history = remember(past, seen, operator, leader, ours);
  const context: Context = { ...seen, operator, history, options };
  const instances = poolsOf(seen);
  const pools = selected(instances, context).map((app) =>
    assessPool(app, instances.get(app.metadata.uid) ?? [], context),
  );
  const names = new Set(pools.map((pool) => pool.name));
  const sessions = seen.snapshot.objects.Session;
  return {
    history,
    assessment: {
      namespace: seen.snapshot.namespace,
      now: seen.snapshot.now,
      operator,
      pools,
      sessions: sessions
        .filter((session) => isJudged(session, names, context))
        .map((session) => assessSession(session, context)),
      quietSince: history.quietSince,
      inFlight: sessions.flatMap(underWay),
      strayLeases: strayLeases(pools, context),
      reasons: runReasons(pools, context),
    },
  };
}

/** All AppDefinitions that have a pool, or those named; a name that does not exist is refused before (exit 2). */
function selected(
  instances: ReadonlyMap<string, readonly Instance[]>,
  { apps, options }: Context,
): KubeObject[] {
  return [...apps.values()].filter((app) => {
    const { name, uid } = app.metadata;
    if (options.apps.length > 0) return options.apps.includes(name);
    return minInstances(app) > 0 || (instances.get(uid) ?? []).length > 0;
  });
}

/**
 * Sessions of the pools. Where none was chosen by name also those of AppDefinitions that are gone (docs/architecture.md#sessions-of-the-gone), and
 * those in an instance of a pool that is no more.
 */
function isJudged(session: KubeObject, pools: ReadonlySet<string>, context: Context): boolean {
  const { apps, options, sessions } = context;
  const app = appOf(session);
  if (pools.has(app) || options.apps.length > 0) return pools.has(app);
  return !apps.has(app) || sessions.parts.get(session.metadata.uid)?.instance !== undefined;
}

function underWay(session: KubeObject): Assessment['inFlight'] {
  const phase = phaseOf(session);
  if (phase !== 'inFlight' && phase !== 'ending') return [];
  return [{ session: session.metadata.name, app: appOf(session), phase }];
}
