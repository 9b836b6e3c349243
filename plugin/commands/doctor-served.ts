import type { Connection } from '../cluster/connect.ts';
import { ApiError } from '../cluster/port.ts';
import type { Failure, ServedVersion } from '../doctor/facts.ts';
import { list, text } from '../model/foreign.ts';
import { type Kind, kinds } from '../model/kinds.ts';
import { RunError } from '../model/run-error.ts';

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
  if (error.fault === 'forbidden') return undefined;
  if (error.fault === 'unauthorized' || error.status === 0) throw error;
  return { status: error.status, reason: error.reason };
}
