import type { KubeObject } from '../../model/kube.ts';
import { sessionRoute, sessionRouteName } from '../../theia/templates/route.ts';
import { RequestFailed } from './client.ts';
import type { Context } from './context.ts';
import { SessionFailed } from './session-status.ts';

/** Exposes a session at its path; a route that is there already is set to the new backend. Throws SessionFailed. */
export async function createSessionRoute(
  context: Context,
  session: KubeObject,
  app: KubeObject,
  backend: { service: string; path: string },
  shared: KubeObject,
): Promise<void> {
  const route = sessionRoute(session, app, backend, shared);
  try {
    await context.client.create('HTTPRoute', route);
  } catch (error) {
    await context.pause(0);
    if (!(error instanceof RequestFailed) || error.status !== 409) {
      context.log(`Error while editing HTTPRoute: ${(error as Error).message}`);
      throw new SessionFailed('route');
    }
    await context.client.patch('HTTPRoute', sessionRouteName(session), { spec: route.spec });
  }
  await context.pause(context.pace);
}
