import { randomUUID } from 'node:crypto';
import type { AssessOptions } from '../assess/context.ts';
import { missingAccess } from '../cluster/access.ts';
import { type Connection, connect } from '../cluster/client.ts';
import { labScale, serverClock } from '../cluster/clock.ts';
import { runErrorOf } from '../cluster/errors.ts';
import { ApiError } from '../cluster/port.ts';
import type { Options } from '../config/options.ts';
import { rightsOf } from '../model/rights.ts';
import { RunError } from '../model/run-error.ts';
import type { Place } from '../observe/look.ts';
import type { Ports } from '../run/rounds.ts';
import type { Io } from './io.ts';
import { type Progress, startProgress } from './progress.ts';

/** A connected run: where, for whom, until when. */
export interface Run {
  io: Io;
  options: Options;
  cluster: Connection;
  place: Place;
  runId: string;
  /** Milliseconds of `--timeout` that are left, on the cluster's clock. */
  remaining(): number;
  progress: Progress;
}

/**
 * Connects and checks what can be checked before the first look. Sends one request.
 * @throws RunError 2 for a missing kubeconfig, context or namespace, 3 for an API that does not answer
 */
export async function openRun(options: Options, io: Io): Promise<Run> {
  const clock = serverClock({ scale: labScale(io.env) });
  // A run that follows has no end: each of its requests may be retried for as long as an ordinary run may last.
  const remaining = () => (options.follow ? options.timeoutMs : options.timeoutMs - clock.elapsed());
  const cluster = await connect({
    env: io.env,
    stop: io.stop,
    clock,
    remaining,
    ...(options.kubeconfig === undefined ? {} : { kubeconfig: options.kubeconfig }),
    ...(options.context === undefined ? {} : { context: options.context }),
  });
  for (const warning of cluster.warnings) io.err(`warmgate: ${warning}\n`);
  const namespace = options.namespace ?? cluster.namespace;
  const place: Place = {
    namespace,
    operatorNamespace: options.operatorNamespace ?? namespace,
    ...(options.operatorSelector === undefined ? {} : { operatorSelector: options.operatorSelector }),
  };
  const runId = `warmgate-${randomUUID().slice(0, 8)}`;
  const progress = startProgress({ io, options, cluster });
  return { io, options, cluster, place, runId, remaining, progress };
}

/** The namespace is there. One that may not be read is left to the lists, whose 403 says more. */
export async function checkNamespace({ cluster, place }: Run): Promise<void> {
  try {
    if (await cluster.namespaceExists(place.namespace)) return;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'forbidden') return;
    throw error;
  }
  throw new RunError('unknownNamespace', { namespace: place.namespace, server: cluster.server });
}

/** Which of the command's writes the account may not do, worded as in the API; empty: it may do its work. */
export async function forbiddenWrites(
  { cluster, place }: Run,
  worker: 'verify' | 'guard' = 'verify',
): Promise<string[]> {
  const missing = await missingAccess(
    cluster,
    rightsOf(worker, ['write']).map((right) => ({ ...right, namespace: place.namespace })),
  );
  return missing.map(({ verb, resource }) => `${verb} ${resource}`);
}

/** Any error as the one that ends the run, naming the account where permission is the matter. */
export async function ending(error: unknown, { cluster }: Run): Promise<RunError> {
  const forbidden = error instanceof ApiError && error.kind === 'forbidden';
  const account = forbidden ? await cluster.whoAmI().catch(() => '') : '';
  const { server, proxy, context } = cluster;
  return runErrorOf(error, { server, proxy, context, account });
}

export function assessOptions(options: Options, tellHarmBefore: boolean): AssessOptions {
  const { apps, requireReady, requireSameDigest, requireOperatorCurrent, acceptHarmBefore } = options;
  return { apps, requireReady, requireSameDigest, requireOperatorCurrent, acceptHarmBefore, tellHarmBefore };
}

/** What the rounds of a command reach of the world. */
export function portsOf({ cluster, place, options, remaining, io, progress }: Run): Ports {
  return {
    cluster,
    clock: cluster.clock,
    place,
    assess: assessOptions(options, true),
    remaining,
    stop: io.stop,
    decided: ({ last }, steps) => progress.round(last, steps),
    acted: progress.acted,
  };
}
