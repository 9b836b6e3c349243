import type { KubeObject } from '../../model/kube.ts';
import { annotations } from '../labels.ts';
import { expectedParts, instanceId } from '../names.ts';
import { owners } from '../owners.ts';
import { sessionLabels, userOf } from '../session.ts';
import type { Backend } from '../templates/session.ts';
import { instanceSelector } from '../templates/subject.ts';
import type { Operator } from './kinds.ts';
import {
  addLabels,
  addOwner,
  annotate,
  cleanService,
  edit,
  list,
  log,
  now,
  removeOwner,
  setAllowList,
  type Work,
} from './requests.ts';
import { ownedIn } from './stages.ts';

/** What a claim takes. `external` is what the operator believes to be the external Service. */
export interface ClaimTarget {
  id: number;
  external: KubeObject;
  internal: KubeObject;
  /** By name, not looked at before the claim writes to it: it may be missing (docs/theia-cloud.md#f7). */
  deployment: string;
  emails: string;
}

/**
 * The instance that the next session gets: the lowest id whose external and internal Service both have one owner,
 * whatever their generation. The first Service of an id by name passes for the external one, so a sidecar whose
 * name sorts before the app's is taken instead (docs/theia-cloud.md#f5). Undefined: none free, the session starts lazily.
 */
export function claimTarget(app: KubeObject, services: readonly KubeObject[]): ClaimTarget | undefined {
  const { external, internal } = sorted(app, services);
  const ids = [...firstOfEach(external).entries()].sort(([a], [b]) => a - b);
  const internals = firstOfEach(internal);
  for (const [id, first] of ids) {
    const second = internals.get(id);
    if (second !== undefined && isFree(first) && isFree(second)) return target(app, id, first, second);
  }
  return undefined;
}

/**
 * Upstream picks the two Services independently of each other, in name order, so they may be of two instances; the
 * Deployment is that of the external one. Undefined: the session fails.
 */
export function claimTargetUpstream(
  app: KubeObject,
  services: readonly KubeObject[],
): ClaimTarget | undefined {
  const { external, internal } = sorted(app, services);
  const first = external.find(isFree);
  const second = internal.find(isFree);
  const id = instanceId(first?.metadata.name ?? '');
  if (first === undefined || second === undefined || id === undefined) return undefined;
  return target(app, id, first, second);
}

function sorted(
  app: KubeObject,
  services: readonly KubeObject[],
): Record<'external' | 'internal', KubeObject[]> {
  const owned = ownedIn(app, services, 'Service');
  const isInternal = ({ metadata }: KubeObject): boolean => metadata.name.endsWith('-int');
  return {
    external: owned.filter((object) => !isInternal(object)),
    internal: owned.filter(isInternal),
  };
}

function firstOfEach(services: readonly KubeObject[]): Map<number, KubeObject> {
  const first = new Map<number, KubeObject>();
  for (const service of services) {
    const id = instanceId(service.metadata.name);
    if (id !== undefined && !first.has(id)) first.set(id, service);
  }
  return first;
}

function isFree(service: KubeObject): boolean {
  return owners(service).length === 1;
}

function target(app: KubeObject, id: number, external: KubeObject, internal: KubeObject): ClaimTarget {
  const parts = expectedParts(app, id, { keycloak: true });
  const named = (kind: string): string => parts.find((part) => part.kind === kind)?.name ?? '';
  return { id, external, internal, deployment: named('deployment'), emails: named('emailConfigMap') };
}

/**
 * Gives the session a free instance, step by step in the order of docs/theia-cloud.md#claim; undefined: none is free, else what
 * its HTTPRoute has to point to. Nothing is tried again; a claim that fails half way frees its Services.
 * @throws SessionFailed
 */
export function* claimInstance(
  operator: Operator,
  session: KubeObject,
  app: KubeObject,
): Work<Backend | undefined> {
  const target = yield* oneAtATime(reserve(operator, session, app));
  if (target === undefined) return undefined;
  const { id, external, internal } = target;
  if (operator.kind !== 'upstream') {
    const chosen = { [annotations.startStrategy]: 'eager', [annotations.instanceId]: String(id) };
    yield* edit('Session', session.metadata.name, annotate(chosen));
  }
  try {
    yield* completeClaim(operator, session, app, target);
  } catch (error) {
    yield* log(`Failed to complete session setup: ${(error as Error).message}`);
    for (const { metadata } of [external, internal])
      yield* tried(edit('Service', metadata.name, cleanService(session.metadata.uid)));
    throw new SessionFailed('setup');
  }
  return { service: external.metadata.name, path: `/${instanceSelector(app, id)}` };
}

function* oneAtATime<T>(work: Work<T>): Work<T> {
  yield { verb: 'lock' };
  try {
    return yield* work;
  } finally {
    yield { verb: 'unlock' };
  }
}

function* reserve({ kind }: Operator, session: KubeObject, app: KubeObject): Work<ClaimTarget | undefined> {
  const services = yield* list('Service');
  const target = (kind === 'upstream' ? claimTargetUpstream : claimTarget)(app, services);
  if (target === undefined) return undefined;
  const taken: string[] = [];
  try {
    for (const { metadata } of [target.external, target.internal]) {
      yield* edit('Service', metadata.name, addOwner(session));
      taken.push(metadata.name);
    }
  } catch (error) {
    const failed = taken.length === 0 ? 'external' : 'internal';
    yield* log(`Failed to reserve ${failed} service: ${(error as Error).message}`);
    for (const name of taken) yield* tried(edit('Service', name, removeOwner(session.metadata.uid)));
    throw new SessionFailed('reserve');
  }
  return target;
}

/** What follows once both Services are the session's: labels, Deployment, allow-list, pods. */
export function* completeClaim(
  { settings }: Operator,
  session: KubeObject,
  app: KubeObject,
  { external, internal, deployment, emails }: ClaimTarget,
): Work {
  for (const { metadata } of [external, internal])
    yield* edit('Service', metadata.name, addLabels(sessionLabels(session, app)));
  yield* edit('Deployment', deployment, addOwner(session));
  if (!settings.keycloak) return;
  yield* edit('ConfigMap', emails, setAllowList(userOf(session)));
  yield* refreshPods(deployment);
}

/** Marks the pods of a Deployment, so that the kubelet mounts the changed allow-list at once. A failure is only logged. */
function* refreshPods(deployment: string): Work {
  const at = new Date(yield* now()).toISOString();
  try {
    for (const pod of yield* list('Pod')) {
      const own = owners(pod).some(
        ({ kind, name }) => kind === 'ReplicaSet' && name.startsWith(`${deployment}-`),
      );
      if (own) yield* edit('Pod', pod.metadata.name, annotate({ [annotations.refresh]: at }));
    }
  } catch (error) {
    yield* log(`Failed to refresh pods: ${(error as Error).message}`);
  }
}

/** A last try: whatever becomes of it, what comes next goes on. */
function* tried(work: Work): Work {
  try {
    yield* work;
  } catch {
    // The session fails for what came before.
  }
}

type SessionStatus = 'HANDLING' | 'HANDLED' | 'ERROR' | 'INTERRUPTED';

/** Messages of failed sessions, as the operator words them (docs/theia-cloud.md#claim and #f7). */
export const messages = {
  reserve: 'Failed to reserve prewarmed instance.',
  setup: 'Failed to complete session setup.',
  noApp: 'App Definition not found.',
  noRoute: 'HTTPRoute not available.',
  noCapacity: 'No prewarmed instance available.',
  maxInstances: 'Max instances reached.',
  maxSessions: 'Max sessions reached.',
  service: 'Failed to create service.',
  route: 'Failed to edit HTTPRoute.',
  interrupted: 'Handling was unexpectedly interrupted.',
  unexpected: 'Unexpected error.',
} as const;

/** A reason for a session to end in ERROR. */
export class SessionFailed extends Error {
  constructor(reason: keyof typeof messages) {
    super(messages[reason]);
    this.name = 'SessionFailed';
  }
}

/** Writes the session's status, with one of the operator's messages where there is something to say. */
export function* mark(session: KubeObject, operatorStatus: SessionStatus, operatorMessage?: string): Work {
  const lastActivity = operatorStatus === 'HANDLED' ? { lastActivity: Math.round(yield* now()) } : {};
  const status = {
    operatorStatus,
    ...(operatorMessage === undefined ? {} : { operatorMessage }),
    ...lastActivity,
  };
  yield* edit('Session', session.metadata.name, () => ({ status }), { subresource: 'status' });
}
