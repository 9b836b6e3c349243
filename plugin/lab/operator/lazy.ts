import type { KubeObject } from '../../model/kube.ts';
import { appName } from '../../theia/app-definition.ts';
import { annotations, labels } from '../../theia/labels.ts';
import { appOf, userOf } from '../../theia/session.ts';
import { lazyStart } from '../../theia/templates/session.ts';
import type { Context } from './context.ts';
import { annotate, edit } from './edits.ts';
import { createSessionRoute } from './session-route.ts';
import { mark, SessionFailed } from './session-status.ts';
import { withProxySource } from './steps.ts';

/**
 * Starts a session on objects of its own, made from the AppDefinition as it is now. `fallback`: no free instance was
 * left, which the Session's annotation says once it is handled. Throws SessionFailed.
 */
export async function startLazily(
  context: Context,
  session: KubeObject,
  app: KubeObject,
  shared: KubeObject,
  fallback: boolean,
): Promise<void> {
  const { client, settings } = context;
  await checkLimits(context, session, app);
  const { subject, service, objects } = lazyStart(session, app, settings);
  for (const object of objects) {
    const { name } = object.metadata;
    try {
      const isProxy = object.kind === 'ConfigMap' && name === subject.names.proxy;
      const body = isProxy ? await withProxySource(context, object, subject) : object;
      await client.create(object.kind as 'Service', body);
    } catch (error) {
      await context.pause(0);
      context.log(`Unable to create ${object.kind} ${name}: ${(error as Error).message}`);
      // A session goes on without its sidecars.
      if (labels.sidecar in object.metadata.labels) continue;
      throw object.kind === 'Service' ? new SessionFailed('service') : error;
    }
    await context.pause(context.pace);
  }
  await createSessionRoute(context, session, app, { service, path: subject.path }, shared);
  await mark(context, session, 'HANDLED');
  if (!fallback) return;
  const chosen = { [annotations.startStrategy]: 'lazy-fallback' };
  await edit(context, 'Session', session.metadata.name, annotate(chosen));
}

/** Sessions of the app that are not in ERROR, eager or lazy, against maxInstances; the user's against the limit. */
async function checkLimits(
  { client, sessionsPerUser }: Context,
  session: KubeObject,
  app: KubeObject,
): Promise<void> {
  const sessions = await client.list('Session');
  const most: unknown = app.spec?.maxInstances;
  const counted = sessions.filter(
    (each) => appOf(each) === appName(app) && each.status?.operatorStatus !== 'ERROR',
  );
  if (typeof most === 'number' && most >= 0 && counted.length > most) throw new SessionFailed('maxInstances');
  const own = sessions.filter((each) => userOf(each) === userOf(session));
  if (sessionsPerUser !== undefined && own.length > sessionsPerUser) throw new SessionFailed('maxSessions');
}
