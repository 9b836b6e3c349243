import type { Kind } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { appName } from '../app-definition.ts';
import { annotations, labels } from '../labels.ts';
import { appOf, userOf } from '../session.ts';
import { type Backend, lazyStart, sessionRoute, sessionRouteName } from '../templates/session.ts';
import { claimInstance, mark, messages, SessionFailed } from './claim.ts';
import type { Operator } from './kinds.ts';
import { ownedRoute, withProxySource } from './pass.ts';
import { releaseInstance } from './release.ts';
import { annotate, create, edit, get, list, log, pause, RequestFailed, type Work } from './requests.ts';

/** What the operator does about a Session that it lists or that was added: an instance, a lazy start, or ERROR. */
export function* sessionAdded(operator: Operator, session: KubeObject): Work {
  const { kind, eagerStart } = operator;
  const status: unknown = session.status?.operatorStatus ?? 'NEW';
  if (status === 'HANDLING') return yield* mark(session, 'INTERRUPTED', messages.interrupted);
  if (status !== 'NEW' && status !== '') return;
  // Another operator may have been quicker: then this edit fails and the session is not ours.
  yield* mark(session, 'HANDLING');
  try {
    const app = yield* get('AppDefinition', appOf(session));
    if (app === undefined) throw new SessionFailed('noApp');
    const shared = yield* ownedRoute(app);
    if (shared === undefined) throw new SessionFailed('noRoute');
    const backend = eagerStart ? yield* claimInstance(operator, session, app) : undefined;
    if (backend !== undefined) {
      yield* createRoute(session, app, backend, shared);
      yield* mark(session, 'HANDLED');
    } else if (kind === 'upstream' && eagerStart) throw new SessionFailed('noCapacity');
    else yield* startLazily(operator, session, app, shared);
  } catch (error) {
    yield* log(`Session ${session.metadata.name}: ${(error as Error).message}`);
    const known = error instanceof SessionFailed;
    yield* mark(session, 'ERROR', known ? error.message : messages.unexpected);
  }
}

/** `session` is as it was last seen before it went. A lazy session's objects are left to the garbage collector. */
export function* sessionDeleted(operator: Operator, session: KubeObject): Work {
  const eager = session.metadata.annotations?.[annotations.startStrategy] === 'eager';
  if (!eager && operator.kind !== 'upstream') return;
  const app = yield* get('AppDefinition', appOf(session));
  if (app !== undefined) yield* releaseInstance(operator, session, app);
}

/**
 * Starts a session on objects of its own, made from the AppDefinition as it is now. Where no free instance was left its
 * annotation says so once it is handled.
 * @throws SessionFailed
 */
function* startLazily(operator: Operator, session: KubeObject, app: KubeObject, shared: KubeObject): Work {
  const { settings, eagerStart } = operator;
  yield* checkLimits(operator, session, app);
  const { subject, service, objects } = lazyStart(session, app, settings);
  for (const object of objects) {
    const { name } = object.metadata;
    try {
      const isProxy = object.kind === 'ConfigMap' && name === subject.names.proxy;
      const body = isProxy ? yield* withProxySource(object, subject, settings) : object;
      yield* create(object.kind as Kind, body);
    } catch (error) {
      yield* log(`Unable to create ${object.kind} ${name}: ${(error as Error).message}`);
      // A session goes on without its sidecars.
      if (labels.sidecar in object.metadata.labels) continue;
      throw object.kind === 'Service' ? new SessionFailed('service') : error;
    }
    yield* pause(1);
  }
  yield* createRoute(session, app, { service, path: subject.path }, shared);
  yield* mark(session, 'HANDLED');
  if (!eagerStart) return;
  const chosen = { [annotations.startStrategy]: 'lazy-fallback' };
  yield* edit('Session', session.metadata.name, annotate(chosen));
}

/** Sessions of the app that are not in ERROR, eager or lazy, against maxInstances; the user's against the limit. */
function* checkLimits({ sessionsPerUser }: Operator, session: KubeObject, app: KubeObject): Work {
  const sessions = yield* list('Session');
  const most: unknown = app.spec?.maxInstances;
  const counted = sessions.filter(
    (each) => appOf(each) === appName(app) && each.status?.operatorStatus !== 'ERROR',
  );
  if (typeof most === 'number' && most >= 0 && counted.length > most) throw new SessionFailed('maxInstances');
  const own = sessions.filter((each) => userOf(each) === userOf(session));
  if (sessionsPerUser !== undefined && own.length > sessionsPerUser) throw new SessionFailed('maxSessions');
}

/** Exposes a session at its path; a route that is there already is set to the new backend. @throws SessionFailed */
function* createRoute(session: KubeObject, app: KubeObject, backend: Backend, shared: KubeObject): Work {
  const route = sessionRoute(session, app, backend, shared);
  try {
    yield* create('HTTPRoute', route);
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.status !== 409) {
      yield* log(`Error while editing HTTPRoute: ${(error as Error).message}`);
      throw new SessionFailed('route');
    }
    yield { verb: 'patch', kind: 'HTTPRoute', name: sessionRouteName(session), body: { spec: route.spec } };
  }
  yield* pause(1);
}
