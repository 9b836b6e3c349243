import { assess } from '../assess/assess.ts';
import { missingAccess } from '../cluster/access.ts';
import type { Connection } from '../cluster/client.ts';
import { ApiError, type Listed } from '../cluster/port.ts';
import type { Facts, Failure, MissingRights, ServedVersion } from '../doctor/facts.ts';
import { list, text } from '../model/foreign.ts';
import { type Kind, kinds } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';
import { rightsOf, uses, workers } from '../model/rights.ts';
import { RunError } from '../model/run-error.ts';
import { lookedAt, type Snapshot } from '../model/snapshot.ts';
import { look, type Place } from '../observe/look.ts';

/** Everything that doctor judges, in parallel; a list that fails is a fact and ends nothing. */
export async function readFacts(
  connection: Connection,
  place: Place,
  served: readonly ServedVersion[],
): Promise<Facts> {
  const { namespace } = place;
  const [account, rights, seen, jobs, cronJobs, badReferences] = await Promise.all([
    connection.whoAmI(),
    missingRights(connection, place),
    tolerantLook(connection, place, served),
    listed(connection, 'Job', namespace),
    listed(connection, 'CronJob', namespace),
    foreignOwners(connection, namespace),
  ]);
  const { assessment } = assess(seen.snapshot, undefined, {
    apps: [],
    requireReady: false,
    requireSameDigest: false,
    requireOperatorCurrent: false,
    tellHarmBefore: true,
  });
  return { ...seen, assessment, account, rights, served, jobs, cronJobs, badReferences };
}

async function missingRights(connection: Connection, place: Place): Promise<MissingRights[]> {
  const asked = workers.flatMap((worker) => uses.map((use) => ({ worker, use })));
  const access = asked.map(({ worker, use }) =>
    rightsOf(worker, [use]).map((right) => ({ ...right, namespace: place.namespace })),
  );
  const missing = new Set(
    (await missingAccess(connection, access.flat())).map(({ verb, group, resource }) =>
      [verb, group, resource].join(' '),
    ),
  );
  return asked.map(({ worker, use }) => ({
    worker,
    use,
    missing: rightsOf(worker, [use]).filter(({ verb, group, resource }) =>
      missing.has([verb, group, resource].join(' ')),
    ),
  }));
}

/** The look of every command, but a list that fails is empty, not seen, and told. */
async function tolerantLook(
  connection: Connection,
  place: Place,
  served: readonly ServedVersion[],
): Promise<Pick<Facts, 'snapshot' | 'failed'>> {
  const failed: ({ kind: Kind } & Failure)[] = served.flatMap(({ kind, version, failure }) =>
    failure !== undefined && version === kinds[kind].version ? [{ kind, ...failure }] : [],
  );
  const unread = (['AppDefinition', 'Session'] as const).filter(
    (kind) => !served.some((each) => each.kind === kind && each.version === kinds[kind].version),
  );
  const unseen = new Set<Kind>([...failed.map(({ kind }) => kind), ...unread]);
  const nothing: Listed = { items: [], resourceVersion: '', serverTime: connection.clock.now() };
  const tolerant: Connection = {
    ...connection,
    async list(kind, namespace, selector) {
      if (unseen.has(kind)) return nothing;
      try {
        return await connection.list(kind, namespace, selector);
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'notFound') throw error;
        const failure = failureOf(error);
        if (failure !== undefined) failed.push({ kind, ...failure });
        unseen.add(kind);
        return nothing;
      }
    },
  };
  const snapshot = await look(tolerant, connection.clock, place);
  return { snapshot: withoutSight(snapshot, unseen), failed };
}

function withoutSight(snapshot: Snapshot, unseen: ReadonlySet<Kind>): Snapshot {
  const blind = Object.fromEntries(
    lookedAt.filter((kind) => unseen.has(kind)).map((kind) => [kind, 'forbidden' as const]),
  );
  const operator = unseen.has('Deployment') || unseen.has('Lease');
  return {
    ...snapshot,
    sight: { ...snapshot.sight, ...blind },
    ...(operator ? { operator: { ...snapshot.operator, sight: 'forbidden' } } : {}),
  };
}

async function listed(
  connection: Connection,
  kind: 'Job' | 'CronJob',
  namespace: string,
): Promise<KubeObject[] | undefined> {
  try {
    return (await connection.list(kind, namespace)).items;
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'notFound'))
      return undefined;
    throw error;
  }
}

/** Events of the garbage collector: an owner in another namespace counts as gone. */
async function foreignOwners(connection: Connection, namespace: string): Promise<number> {
  const where = `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`;
  const query = `fieldSelector=${encodeURIComponent(`reason=${reason}`)}&limit=100`;
  try {
    const found = await connection.read(`${where}?${query}`, 'events', namespace);
    const items = list((found as { items?: unknown } | undefined)?.items);
    return items.filter((each) => text((each as { reason?: unknown } | null)?.reason) === reason).length;
  } catch (error) {
    failureOf(error);
    return 0;
  }
}

const reason = 'OwnerRefInvalidNamespace';

const asked = ['AppDefinition', 'Session'] as const;

/**
 * Every version of Theia Cloud's kinds that is served, each tried with a list of one object: where the stored version is
 * another, that goes through the conversion webhook. `connection` should not be patient: a failing list is what is looked for.
 * @throws RunError 'notInstalled', ApiError
 */
export async function servedVersions(connection: Connection, namespace: string): Promise<ServedVersion[]> {
  const { group } = kinds.AppDefinition;
  const found = await connection.read(`/apis/${group}`, kinds.AppDefinition.plural, namespace);
  if (found === undefined) {
    throw new RunError('notInstalled', {
      server: connection.server,
      resource: kinds.AppDefinition.plural,
    });
  }
  const versions = list((found as { versions?: unknown }).versions).map((each) =>
    text((each as { version?: unknown } | null)?.version),
  );
  const served = await Promise.all(versions.map((version) => servedBy(connection, version, namespace)));
  return served.flat();
}

async function servedBy(
  connection: Connection,
  version: string,
  namespace: string,
): Promise<ServedVersion[]> {
  const { group } = kinds.AppDefinition;
  const resources = await connection.read(`/apis/${group}/${version}`, 'resources', namespace);
  const names = list((resources as { resources?: unknown } | undefined)?.resources).map((each) =>
    text((each as { name?: unknown } | null)?.name),
  );
  const mine = asked.filter((kind) => names.includes(kinds[kind].plural));
  return Promise.all(
    mine.map(async (kind) => {
      const failure = await probe(connection, kind, version, namespace);
      return failure === undefined ? { kind, version } : { kind, version, failure };
    }),
  );
}

async function probe(
  connection: Connection,
  kind: Kind,
  version: string,
  namespace: string,
): Promise<Failure | undefined> {
  const { group, plural } = kinds[kind];
  const where = `/apis/${group}/${version}/namespaces/${encodeURIComponent(namespace)}/${plural}?limit=1`;
  try {
    await connection.read(where, plural, namespace);
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

/** A list that came back as an error of the server. What permission or a lost connection explains is thrown or told elsewhere. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof ApiError)) throw error;
  if (error.kind === 'forbidden') return undefined;
  if (error.kind === 'unauthorized' || error.status === 0) throw error;
  return { status: error.status, reason: error.reason };
}
